import type { Db } from "#db/index.ts";
import type { Slice } from "#db/keyset.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listIncidentRows } from "#lib/incidents/list.queries.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { listNewest, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { asTheyAre, mintIncident, systemGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const MEBIBYTE = 1_048_576;

/** A page with incidents, newest first, each with one update of so many characters. */
async function page(db: Db, sizes: number[]) {
  const { page: minted } = await mintOrganization(db);
  const service = await mintService(db, minted.id);
  const ids: number[] = [];
  for (const [index, size] of sizes.entries()) {
    const starts_at = `2026-11-${String(20 - index).padStart(2, "0")}T00:00:00`;
    const incident_id = await mintIncident(db, minted.id, {
      severity: "minor",
      starts_at,
      ends_at: null,
      service_ids: [service],
    });
    const update = {
      status_page_id: minted.id,
      incident_id,
      type: "issue" as const,
      description: "x".repeat(size),
      posted_at: starts_at,
    };
    await db.insertInto("incident_updates").values(update).execute();
    ids.push(incident_id);
  }
  return { ...minted, ids, grant: await systemGrant(db, minted.subdomain) };
}

test("a list ends before its limit where one answer would be too large, and skips and repeats nothing in either direction", async ({
  database,
}) => {
  const { grant, ids } = await page(database, [
    ...Array(9).fill(MEBIBYTE - 10),
    5 * MEBIBYTE,
    10,
    10,
  ]);
  const read = async (slice: Slice) => {
    const list = await listIncidentRows(
      database,
      grant,
      slice,
      { filter: {}, at: wireNow() },
      asTheyAre,
    );
    return { ...list, ids: list.rows.map(({ id }) => id) };
  };
  const forth: number[][] = [];
  for (let slice: Slice | null = { limit: 100 }; slice; ) {
    const { ids: found, next } = await read(slice);
    forth.push(found);
    slice = next && { limit: 100, after: next };
  }
  expect(forth.map((part) => part.length)).toEqual([3, 3, 3, 1, 2]);
  expect(forth.flat()).toEqual(ids);
  const back: number[][] = [];
  const last = await read({ limit: 1, after: ["2026-11-10T00:00:00", ids.at(-2) ?? 0] });
  for (let before = last.previous; before; ) {
    const { ids: found, previous } = await read({ limit: 100, before });
    back.unshift(found);
    before = previous;
  }
  expect(back.map((part) => part.length)).toEqual([3, 3, 3, 1, 1]);
  expect(back.flat()).toEqual(ids.slice(0, -1));
});

test("a page shows the newest updates that fit together", async ({ database }) => {
  const { grant, ids } = await page(database, [400, 500, 600]);
  const shown = await listNewest<UpdateRow>(database, grant, "incident", ids, {
    each: 10,
    bytes: 2_000,
  });
  expect(ids.map((id) => shown.get(id)?.map(({ description }) => description.length))).toEqual([
    [400],
    [500],
    [],
  ]);
});

test("an incident takes no more than two mebibytes with its HTML, but can still be resolved", async ({
  database,
}) => {
  const { subdomain, ids } = await page(database, [1_040_000]);
  const target = { subdomain, incident_id: ids[0] ?? 0 };
  const say = (length: number, type?: string) =>
    postUpdate(
      systemContext(database, "test"),
      target,
      PostUpdate.parse({ type, description: "x".repeat(length) }),
    ).then(
      () => "posted",
      (error) => (error instanceof AppError ? error.fields : error),
    );
  const refused = (max: number) => ({ base: [{ code: "too_much_text", values: { max } }] });
  expect(await say(100)).toBe("posted");
  expect(await say(10_000)).toEqual(refused(2 * MEBIBYTE));
  expect(await say(10_000, "resolved")).toBe("posted");
  expect(await say(65_000)).toEqual(refused(2 * MEBIBYTE + MEBIBYTE / 8));
});
