import { authorize } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { listDeletedAffected } from "#lib/incidents/read.ts";
import { CreateIncident, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { moveService } from "#lib/services/move.ts";
import { listDeletedServices } from "#lib/services/past-services.queries.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("what a service was before it moved, was hidden or deleted is kept, and what it was renamed to", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const [root, other] = [
    await mintService(database, page.id),
    await mintService(database, page.id, { name: "Other" }),
  ];
  const child = await mintService(database, page.id, { name: "Child", parent_id: root });
  const below = await mintService(database, page.id, { name: "Below", parent_id: child });
  const target = { ...page, service_id: child };
  const kept = () =>
    database
      .selectFrom("past_services")
      .select(["service_id", "deleted", "parent_id", "above", "private", "hidden", "name"])
      .where("status_page_id", "=", page.id)
      .orderBy("until_at")
      .orderBy("service_id")
      .execute();
  await updateService(ctx, target, parseInput(UpdateService, { name: "Renamed" }));
  await moveService(ctx, target, { parent_id: root, position: 0 });
  expect(await kept()).toEqual([]);
  await moveService(ctx, target, { parent_id: other, position: 0 });
  const before = { service_id: child, deleted: false, parent_id: root, above: [root] };
  const shown = { private: false, hidden: false, name: "Renamed" };
  expect(await kept()).toEqual([{ ...before, ...shown }]);
  const earlier = (until_at: string) =>
    database.updateTable("past_services").set({ until_at }).where("status_page_id", "=", page.id);
  await earlier("2026-01-01T00:00:00").execute();
  await updateService(ctx, target, parseInput(UpdateService, { private: true }));
  await earlier("2026-01-02T00:00:00").where("until_at", ">", "2026-01-01T00:00:00").execute();
  await deleteService(ctx, target);
  const moved = { ...before, ...shown, parent_id: other, above: [other] };
  expect((await kept()).slice(1)).toEqual([
    moved,
    { ...moved, deleted: true, private: true, hidden: true },
    {
      ...moved,
      service_id: below,
      parent_id: child,
      above: [child, other],
      name: "Below",
      hidden: true,
    },
  ]);
});

test("a deleted service is named to who could see it, and not once its parent is private", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const root = await mintService(database, page.id);
  const names = { Shown: {}, Hidden: { private: true } };
  const made = await Promise.all(
    Object.entries(names).map(([name, fields]) =>
      mintService(database, page.id, { name, parent_id: root, ...fields }),
    ),
  );
  const times = { starts_at: "2026-01-01T00:00:00", ends_at: "2026-01-01T01:00:00" };
  const incident = await mintIncident(database, page.id, {
    ...{ severity: "major", service_ids: [root, ...made] },
    ...times,
  });
  for (const service_id of made) await deleteService(ctx, { ...page, service_id });
  const visitor = { ...ctx, actor: { kind: "visitor" } as const };
  const grant = await authorize(visitor, "page.visit", page);
  const named = async () =>
    ((await listDeletedServices(database, grant, [incident])).get(incident) ?? []).map(
      ({ name }) => name,
    );
  expect(await named()).toEqual(["Shown"]);
  const hide = parseInput(UpdateService, { private: true });
  await updateService(ctx, { ...page, service_id: root }, hide);
  expect(await named()).toEqual([]);
});

test("a deleted service is named by an incident that had left it before", async ({ database }) => {
  const { page } = await mintOrganization(database);
  const ctx = systemContext(database, "test");
  const stays = await mintService(database, page.id);
  const left = await mintService(database, page.id, { name: "Search" });
  const now = wireNow();
  const impacts = [
    { service_id: left, type: "major", starts_at: later(now, -7_200), ends_at: later(now, -3_600) },
    { service_id: stays, type: "major", starts_at: later(now, -7_200), ends_at: null },
  ];
  const given = parseInput(CreateIncident, { title: "Down", impacts });
  const { id: incident_id } = await createIncident(ctx, page, given);
  const change = parseInput(UpdateIncident, { service_ids: [stays] });
  await updateIncident(ctx, { ...page, incident_id }, change);
  await deleteService(ctx, { ...page, service_id: left });
  const deleted = await listDeletedAffected(ctx, { ...page, incident_id });
  expect(deleted.map(({ name }) => name)).toEqual(["Search"]);
});
