import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteUpdate, restoreUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { pruneDeletedUpdates } from "#lib/incidents/prune-deleted-updates.ts";
import { CreateIncident, PostUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { DAY_SECONDS, shiftClock } from "#lib/platform/clock.ts";
import { mintSocialAccount } from "#tests/support/data/integrations.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const NOT_FOUND = expect.objectContaining({ code: "not_found" });

/** An incident of a page, what can be done with its updates, and all that is stored of it. */
async function opened(db: Db, { page }: Minted) {
  const ctx = systemContext(db, "test");
  const service = await mintService(db, page.id);
  const input = { title: "Slow", type: "minor", service_ids: [service], affects_uptime: true };
  const past = { ...input, starts_at: "2026-11-10T10:00:00", updates: [{ description: "First" }] };
  const { id } = await createIncident(ctx, page, parseInput(CreateIncident, past));
  const target = { subdomain: page.subdomain, incident_id: id };
  const at = (update_id: number) => ({ ...target, update_id });
  const rows = async (table: "incidents" | "incident_updates" | "service_days") => {
    const found = db.selectFrom(table).selectAll().where("status_page_id", "=", page.id);
    // Noted anew whenever a row is written.
    return (await found.execute()).map((row) => ({ ...row, bytes: null }));
  };
  return {
    target,
    post: async (update: object) =>
      (await postUpdate(ctx, target, parseInput(PostUpdate, { description: "More", ...update })))
        .id,
    put: (incident: object) => updateIncident(ctx, target, parseInput(UpdateIncident, incident)),
    remove: (id: number) => deleteUpdate(ctx, at(id)),
    restore: (id: number) => restoreUpdate(ctx, at(id)),
    kept: async () => ({
      incidents: await rows("incidents"),
      updates: (await rows("incident_updates")).toSorted((a, b) => Number(a.id) - Number(b.id)),
      days: await rows("service_days"),
    }),
  };
}

test("a restored update is what it was in every column, and causes what it caused", async ({
  database,
  organization,
}) => {
  await mintSocialAccount(database, organization.page.id);
  const incident = await opened(database, organization);
  await incident.post({ type: "escalate", posted_at: "2026-11-10T10:00:00" });
  const id = await incident.post({
    type: "resolved",
    description: "Fixed « for good »",
    translations: { de: { description: "Behoben" } },
    posted_at: "2026-11-11T12:00:00",
    next_update_at: "2026-11-11T13:00:00",
    notify: true,
    social_post: true,
  });
  await database
    .updateTable("incident_updates")
    .set({ subscribers_notified_at: "2026-11-11T12:00:05", inserted_at: "2026-11-11T12:00:01" })
    .where("id", "=", id)
    .execute();
  const before = await incident.kept();
  expect(before.days.length).toBe(2);

  await incident.remove(id);
  const without = await incident.kept();
  expect(without.updates.map((update) => update.id)).not.toContain(id);
  expect([without.incidents[0], without.days]).toEqual([
    expect.objectContaining({ ends_at: null }),
    [],
  ]);

  expect(await incident.restore(id)).toMatchObject({ id, type: "resolved", social_post: true });
  expect(await incident.kept()).toEqual(before);
});

test("what was set while an update was deleted stands against it, as against any earlier one", async ({
  database,
  organization,
}) => {
  const incident = await opened(database, organization);
  const id = await incident.post({ type: "deescalate" });
  await incident.remove(id);
  await incident.put({ type: "major" });
  await incident.restore(id);
  expect((await incident.kept()).incidents[0]).toMatchObject({ type: "major" });
});

test("only what was deleted of that incident and page can be restored; twice is as once", async ({
  database,
  organization,
}) => {
  const incident = await opened(database, organization);
  const other = await opened(database, organization);
  const foreign = await opened(database, await mintOrganization(database));
  const id = await incident.post({});
  const before = await incident.kept();
  await incident.remove(id);
  await expect(incident.remove(id)).rejects.toEqual(NOT_FOUND);
  await expect(other.restore(id)).rejects.toEqual(NOT_FOUND);
  await expect(foreign.restore(id)).rejects.toEqual(NOT_FOUND);
  const restored = await incident.restore(id);
  expect(await incident.restore(id)).toEqual(restored);
  expect(await incident.kept()).toEqual(before);
  await expect(incident.restore(id + 1_000_000)).rejects.toEqual(NOT_FOUND);
});

test("an update that does not fit any more is refused, and stays deleted", async ({
  database,
  organization,
}) => {
  const incident = await opened(database, organization);
  const id = await incident.post({ type: "resolved", posted_at: "2026-11-11T12:00:00" });
  await incident.remove(id);
  await incident.put({ starts_at: "2026-11-12T00:00:00" });
  const before = await incident.kept();
  await expect(incident.restore(id)).rejects.toMatchObject({ code: "invalid" });
  expect(await incident.kept()).toEqual(before);
  await incident.put({ starts_at: "2026-11-10T00:00:00" });
  expect((await incident.restore(id)).id).toBe(id);
});

test("a deleted update can be restored for a day; then nothing is left of it", async ({
  database,
  organization,
}) => {
  const incident = await opened(database, organization);
  const id = await incident.post({ description: "Do not keep this" });
  const texts = async () =>
    JSON.stringify(await database.selectFrom("deleted_updates").select("kept").execute());
  await incident.remove(id);
  try {
    shiftClock((DAY_SECONDS - 60) * 1000);
    await pruneDeletedUpdates();
    expect(await texts()).toContain("Do not keep this");
    shiftClock((DAY_SECONDS + 60) * 1000);
    await expect(incident.restore(id)).rejects.toEqual(NOT_FOUND);
    await pruneDeletedUpdates();
    expect(await texts()).not.toContain("Do not keep this");
  } finally {
    shiftClock(0);
  }
});
