import type { Db } from "#db/index.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { exportSubscriptions } from "#lib/subscribers/export.ts";
import { importSubscriptions } from "#lib/subscribers/import/import-subscriptions.ts";
import {
  beginImport,
  changeLayout,
  readImport,
  uploadPiece,
} from "#lib/subscribers/import/imports.ts";
import type { PreviewRow, SubscriptionImport } from "#lib/subscribers/import/schema.ts";
import { normalizeAddresses } from "#lib/subscribers/normalize-addresses.ts";
import { IMPORT_FILES, SERVICES } from "#tests/support/data/import-files.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { subscriptionsOf, waitingFor } from "#tests/support/data/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
});

const WHOLE = { name: "list.csv", place: 0, is_last: true };

async function desk(db: Db) {
  const room = await newsroom(db, { settings: { sms_notifications_enabled: true } });
  const { page, ctx } = room;
  const names = new Map([[room.service, "Checkout"]]);
  for (const name of SERVICES.filter((one) => one !== "Checkout"))
    names.set(await mintService(db, page.id, { name }), name);
  const work = async ({ id: import_id }: { id: number }) => {
    await importSubscriptions({ status_page_id: page.id, import_id });
    return readImport(ctx, { ...page, import_id });
  };
  const check = async (file: string | Buffer) =>
    work(await uploadPiece(ctx, page, { ...WHOLE, body: Buffer.from(file) }));
  const begin = async ({ id }: { id: number }) => {
    await beginImport(ctx, { ...page, import_id: id });
    return work({ id });
  };
  const remap = async ({ id }: { id: number }, said: Parameters<typeof changeLayout>[2]) =>
    work(await changeLayout(ctx, { ...page, import_id: id }, said));
  const rows = () => subscriptionsOf(db, page.id);
  const written = async () => {
    let text = "";
    for await (const piece of await exportSubscriptions(ctx, page)) text += piece;
    return text;
  };
  return { ...room, names, check, begin, remap, rows, written };
}

function told({ problem, fate, type, address, filter, ...row }: PreviewRow, names: Names) {
  if (problem) return `${problem.row} ${problem.column} ${problem.code}`;
  const services = row.service_ids.map((id) => names.get(id)).join("+");
  return [fate, type, address, filter, services, row.asked && "asked"].filter(Boolean).join(" ");
}
type Names = ReadonlyMap<number, string>;

function outcome({ preview, problems }: SubscriptionImport, names: Names) {
  const whole = problems.filter(({ row, column }) => row === 1 && column === "base");
  return {
    rows: [
      ...whole.map(({ row, column, code }) => `${row} ${column} ${code}`),
      ...preview.map((row) => told(row, names)),
    ],
    unread: problems.flatMap(({ code, column }) => (code === "unread" ? column : [])),
  };
}

test("each row of a file is imported as its product means it, or named as not understood", async ({
  database,
}) => {
  test.slow();
  const { check, names } = await desk(database);
  expect(IMPORT_FILES.length).toBeGreaterThanOrEqual(40);
  for (const { name, file, rows, unread = [] } of IMPORT_FILES) {
    const found = await check(file);
    expect([name, outcome(found, names)]).toEqual([name, { rows, unread }]);
    expect([name, found.state]).toEqual([name, "checked"]);
  }
});

test("the operator says what a column holds, and sees again what each row becomes", async ({
  database,
}) => {
  const { check, remap, begin, names, rows } = await desk(database);
  const first = await check("who,what,when\na@x.example,Cards,2026-01-05\nb@x.example,Search,");
  expect(outcome(first, names)).toEqual({
    rows: ["2 services unknown_name", "added email b@x.example services Search asked"],
    unread: ["when"],
  });
  const said = { fields: ["email", null, "consent_at"], consent_source: "a form" } as const;
  const second = await remap(first, { ...said, fields: [...said.fields] });
  expect(outcome(second, names)).toEqual({
    rows: ["added email a@x.example all", "added email b@x.example all asked"],
    unread: ["what"],
  });
  const third = await remap(second, { consent_source: "a form" });
  expect(outcome(third, names)).toEqual(outcome(second, names));
  const done = await begin(third);
  expect(done).toMatchObject({ state: "done", counts: { added: 2, asked: 1 }, preview: [] });
  expect(JSON.stringify(done)).not.toContain("x.example");
  expect(await rows()).toMatchObject([
    { email: "a@x.example", consent_source: "a form" },
    { email: "b@x.example", confirmed_at: null },
  ]);
  await expect(remap(done, {})).rejects.toMatchObject({ code: "invalid" });
});

test("a first line that is no header is a subscriber once the operator says so", async ({
  database,
}) => {
  const { check, remap, names } = await desk(database);
  const first = await check("email\na@x.example");
  const second = await remap(first, { header: "none" });
  expect(outcome(second, names).rows).toEqual([
    "1 email bad_email",
    "added email a@x.example all asked",
  ]);
  expect(outcome(await remap(second, { header: "first_row" }), names).rows).toHaveLength(1);
});

const OWN = [
  { email: "all@x.example" },
  { email: "=calc@x.example", metadata: JSON.stringify({ note: "'=1", n: 1 }) },
  { email: "'=odd@x.example", locale: "de", style: "every_update" },
  { email: "late@x.example", confirmed_at: null },
  { email: "types@x.example", filter: "incident_types" as const, incident_types: ["major"] },
  { email: "gone@x.example", filter: "services" as const },
  { email: "stop@x.example", quarantined_at: "2026-01-01T00:00:00", quarantine_kind: "unwanted" },
  { type: "sms" as const, country_dial_code: "49", phone_number: "015112345678" },
  { type: "slack" as const, webhook_url: "https://hooks.slack.com/services/T0/B0/abcdefgh" },
  { email: "proof@x.example", consent_at: "2026-01-05T00:00:00", consent_source: "+1 form" },
];

/** Services that an import would not find by such a name, and those that it does. */
const ODD_NAMES = ["all", "Alle", "*", "77", "a;b", "Twice", "twice "];
const CLEAR_NAMES = ["7 lanes", "Lane 7", "All lanes", "Not all"];
const KEPT = ["type", "email", "filter", "incident_types", "locale", "style", "metadata"] as const;

test("our own export comes back exactly: to the same page as unchanged, to another as it was", async ({
  database,
}) => {
  const room = await desk(database);
  for (const own of OWN) await room.subscribe(own);
  const services: number[] = [];
  for (const name of [...ODD_NAMES, ...CLEAR_NAMES])
    services.push(await mintService(database, room.page.id, { name }));
  await room.subscribe({ email: "some@x.example", services });
  await normalizeAddresses(database);
  const text = await room.written();
  const ids = services.slice(0, ODD_NAMES.length);
  expect(text).toContain(`,${[...ids, ...CLEAR_NAMES].join(";")},`);
  const again = await room.check(text);
  expect(again.counts).toMatchObject({ same: 10, changed: 0, added: 0, refused: 1 });
  expect(again.problems.filter(({ code }) => code !== "unread")).toEqual([
    { row: 7, column: "services", code: "blank" },
  ]);
  const other = await desk(database);
  const done = await other.begin(await other.check(text));
  // Services go by name; what the other page lacks is a problem.
  expect(done.counts).toMatchObject({ added: 8, refused: 3, asked: 1 });
  const plain = (rows: Awaited<ReturnType<typeof room.rows>>) =>
    rows.map((row) => [row.confirmed_at !== null, ...KEPT.map((field) => row[field])]);
  const kept = (await room.rows()).filter(({ email }) => !/^(gone|stop|some)@/.test(email ?? ""));
  expect(plain(await other.rows())).toMatchObject(
    plain(kept.map((row) => ({ ...row, style: row.style ?? expect.anything() }) as typeof row)),
  );
  expect(await waitingFor(database, other.page.id)).toEqual(["subscription.confirm"]);
});
