import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { exportSubscriptions } from "#lib/subscribers/export.ts";
import { importSubscriptions } from "#lib/subscribers/import/import-subscriptions.ts";
import { beginImport, readImport, uploadPiece } from "#lib/subscribers/import/imports.ts";
import { PIECE_BYTES } from "#lib/subscribers/import/limits.ts";
import { resumeImports } from "#lib/subscribers/import/resume-imports.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { subscriptionsOf, waitingFor } from "#tests/support/data/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
});
test.afterEach(() => shiftClock(0));

/** A page into which files of subscribers are brought. */
async function desk(database: Db) {
  const room = await newsroom(database);
  const { page, ctx } = room;
  const upload = async (text: string) => {
    const file = Buffer.from(text);
    const pieces = Math.max(1, Math.ceil(file.byteLength / PIECE_BYTES));
    let import_id: number | undefined;
    for (let place = 0; place < pieces; place++) {
      const body = file.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES);
      const piece = { import_id, name: "list.csv", place, is_last: place === pieces - 1, body };
      import_id = (await uploadPiece(ctx, page, piece)).id;
    }
    return { ...page, import_id: import_id ?? 0 };
  };
  const work = ({ import_id }: { import_id: number }) =>
    importSubscriptions({ status_page_id: page.id, import_id });
  const read = (target: { subdomain: string; import_id: number }) => readImport(ctx, target);
  const check = async (text: string) => {
    const target = await upload(text);
    await work(target);
    return target;
  };
  const bring = async (text: string) => {
    const target = await check(text);
    await beginImport(ctx, target);
    await work(target);
    return read(target);
  };
  const rows = () => subscriptionsOf(database, page.id);
  const written = async () => {
    let text = "";
    for await (const piece of await exportSubscriptions(ctx, page)) text += piece;
    return text;
  };
  return { ...room, upload, work, read, check, bring, rows, written };
}

const CONSENT = "2026-01-05,newsletter form";

test("a dry run says what would become of each row, and changes nothing", async ({ database }) => {
  const room = await desk(database);
  await room.subscribe({ email: "known@example.com" });
  await room.subscribe({ email: "other@example.com" });
  const target = await room.check(["E-Mail;ignored", "x;y"].join("\n"));
  expect(await room.read(target)).toMatchObject({ counts: { refused: 1 } });
  const second = await room.check(
    [
      "email,services,consent_at,consent_source,locale",
      `new@example.com,checkout,${CONSENT},de`,
      "asked@example.com,,,,",
      `KNOWN@example.com,,${CONSENT},de`,
      "other@example.com,,,,",
      `new@example.com,,${CONSENT},`,
      `nobody,,${CONSENT},`,
      `a@example.com,Nothing,${CONSENT},`,
      "b@example.com,,2026-01-05,,",
      "c@example.com,,yesterday,form,",
      "",
    ].join("\n"),
  );
  const told = await room.read(second);
  expect(told).toMatchObject({
    state: "checked",
    row_count: 9,
    counts: { added: 2, asked: 1, changed: 1, same: 1, duplicate: 1, refused: 4 },
  });
  expect(told.problems).toEqual([
    { row: 6, column: "base", code: "duplicate" },
    { row: 7, column: "email", code: "bad_email" },
    { row: 8, column: "services", code: "unknown_name", values: { name: "Nothing" } },
    { row: 9, column: "consent_source", code: "blank" },
    { row: 10, column: "consent_at", code: "bad_datetime" },
  ]);
  expect(await room.rows()).toHaveLength(2);
  expect(await waitingFor(database, room.page.id)).toEqual([]);
});

test("no column and no cell makes a subscriber of some services one of everything", async ({
  database,
}) => {
  const room = await desk(database);
  for (const header of ["components", "Component", "service", "services", "Service IDs"]) {
    const name = header === "Service IDs" ? String(room.service) : "checkout";
    const address = `${header.replace(" ", "")}@example.com`;
    await room.bring(`email,${header},consent_at,consent_source\n${address},${name},${CONSENT}`);
  }
  expect((await room.rows()).map(({ filter }) => filter)).toEqual(Array(5).fill("services"));
  const told = await room.read(
    await room.check(
      [
        "email,products,services,components,incident_types",
        "a@example.com,Search,,Nothing,",
        "b@example.com,,Checkout,,major",
        "c@example.com,,,,,Checkout",
        'd@example.com,,"Checkout, Nothing",,',
        'e@example.com,,",",,',
        'f@example.com,,"Checkout,",checkout,',
      ].join("\n"),
    ),
  );
  expect(told.counts).toMatchObject({ refused: 5, added: 1 });
  expect(told.problems).toEqual([
    { row: 1, column: "products", code: "unread" },
    { row: 2, column: "services", code: "unknown_name", values: { name: "Nothing" } },
    { row: 3, column: "incident_types", code: "not_together", values: { other: "services" } },
    { row: 4, column: "base", code: "unnamed" },
    { row: 5, column: "services", code: "unknown_name", values: { name: "Nothing" } },
    { row: 6, column: "services", code: "unknown" },
  ]);
});

test("rows with consent are confirmed and keep it, others are asked first", async ({
  database,
}) => {
  const room = await desk(database);
  const done = await room.bring(
    `email,services,consent_at,consent_source\na@example.com,Checkout,${CONSENT}\nb@example.com,,,\n`,
  );
  expect(done).toMatchObject({ state: "done", counts: { added: 2, asked: 1 } });
  expect(await room.rows()).toMatchObject([
    {
      email: "a@example.com",
      filter: "services",
      confirmed_at: expect.any(String),
      consent_at: "2026-01-05T00:00:00",
      consent_source: "newsletter form",
    },
    { email: "b@example.com", filter: "all", confirmed_at: null, consent_at: null },
  ]);
  expect(await waitingFor(database, room.page.id)).toEqual(["subscription.confirm"]);
});

test("an import that is interrupted goes on where it was, and adds nobody twice", async ({
  database,
}) => {
  const room = await desk(database);
  const lines = Array.from({ length: 700 }, (_, n) => `r${n}@example.com,${CONSENT}`);
  const target = await room.check(["email,consent_at,consent_source", ...lines].join("\r\n"));
  await beginImport(room.ctx, target);
  // As an earlier process left it: the first 250 rows are written, and so is that they are.
  await room.bring(["email,consent_at,consent_source", ...lines.slice(0, 250)].join("\n"));
  await database
    .updateTable("subscription_imports")
    .set({ row_count: 250, counts: JSON.stringify({ added: 250 }) })
    .where("id", "=", target.import_id)
    .execute();
  shiftClock(120_000);
  await resumeImports();
  // Two processes at once, as after a pause that looked like a crash: one gives way to the other.
  await Promise.allSettled([room.work(target), room.work(target)]);
  expect(await room.rows()).toHaveLength(700);
  const done = { state: "done", row_count: 700, counts: { added: 700, same: 0, changed: 0 } };
  expect(await room.read(target)).toMatchObject(done);
});

test("what a spreadsheet would calculate is disarmed, and comes back as it was", async ({
  database,
}) => {
  const room = await desk(database);
  const metadata = JSON.stringify({ note: "x" });
  await room.subscribe({ email: "=cmd@example.com", metadata, consent_source: "+1 form" });
  await room.subscribe({ email: "-x@example.com", services: [room.service] });
  const text = await room.written();
  expect(text).toContain("'=cmd@example.com");
  expect(text).not.toMatch(/(^|,)[=+@-]/m);
  const other = await desk(database);
  await other.bring(text);
  const addresses = async (of: typeof room) => (await of.rows()).map(({ email }) => email);
  expect((await addresses(other)).toSorted()).toEqual(["-x@example.com", "=cmd@example.com"]);
  await database
    .updateTable("subscriptions")
    .set({ consent_at: "2026-01-01T00:00:00" })
    .where("status_page_id", "=", room.page.id)
    .where("consent_source", "is not", null)
    .execute();
  await other.bring(await room.written());
  expect((await addresses(other)).toSorted()).toEqual(["-x@example.com", "=cmd@example.com"]);
  expect((await other.rows()).map(({ filter }) => filter)).toEqual(["all", "services"]);
});

test("a file of 100,000 rows is checked to its end, as long as it is", async ({ database }) => {
  test.slow();
  const room = await desk(database);
  const lines = Array.from({ length: 100_000 }, (_, n) => `reader-${n}@example.com,${CONSENT}`);
  const target = await room.check(["email,consent_at,consent_source", ...lines].join("\n"));
  expect(await room.read(target)).toMatchObject({
    ...{ state: "checked", row_count: 100_000, problems: [] },
    counts: { added: 100_000, asked: 0 },
  });
});
