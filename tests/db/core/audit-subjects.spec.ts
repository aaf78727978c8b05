import { listAuditLog, nameSubjects } from "#lib/core/audit/read.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteUpdate } from "#lib/incidents/change-update.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("what the log names only by number is called by its name, an update by its incident", async ({
  database,
  organization,
}) => {
  const { id: organization_id, page, owner } = organization;
  const ctx = person(database, owner.id);
  const target = { organization_id };
  const { subdomain } = page;
  const service_id = await mintService(database, page.id, { name: "Checkout" });
  const incident_id = await mintIncident(database, page.id, {
    ...{ title: "Card payments fail", severity: "major", service_ids: [service_id] },
    ...{ starts_at: wireNow(), ends_at: null },
  });
  await updateService(
    ctx,
    { subdomain, service_id },
    parseInput(UpdateService, { description: "Cards" }),
  );
  const post = (description: string) =>
    postUpdate(ctx, { subdomain, incident_id }, parseInput(PostUpdate, { description }));
  const kept = await post("We know why.");
  const gone = await post("A slip.");
  await deleteUpdate(ctx, { subdomain, incident_id, update_id: gone.id });

  const { rows } = await listAuditLog(ctx, target, { limit: 10 }, {});
  const names = await nameSubjects(ctx, target, rows);
  const incident = `incident:${incident_id}`;
  expect(names.get(`service:${service_id}`)?.name).toBe("Checkout");
  expect(names.get(`incident_update:${kept.id}`)).toMatchObject({
    name: "Card payments fail",
    place: `${incident}#update-${kept.id}`,
  });
  expect(names.get(`incident_update:${gone.id}`)).toMatchObject({
    name: "Card payments fail",
    place: incident,
  });
});

test("the name of another organization's record is told to nobody", async ({
  database,
  organization,
}) => {
  const foreign = await mintOrganization(database);
  const service_id = await mintService(database, foreign.page.id, { name: "Secret" });
  const ctx = person(database, organization.owner.id);
  const target = { organization_id: organization.id };
  const { rows } = await listAuditLog(ctx, target, { limit: 1 }, {});
  const row = { ...rows[0], subject: `service:${service_id}`, changes: {} } as (typeof rows)[0];
  expect(await nameSubjects(ctx, target, [row])).toEqual(new Map());
});
