import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { CreateIncident, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { publicService, readSnapshot } from "#lib/site/snapshot/snapshot.ts";
import { incidentDays } from "#lib/site/uptime-bars.ts";
import { visitorGrant } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("an incident of no length is on its day while it is so, and no day is good that lists it", async ({
  database,
}) => {
  const { page } = await mintOrganization(database, { time_zone: "Etc/UTC" });
  const parent = await mintService(database, page.id);
  const service = await mintService(database, page.id, { parent_id: parent });
  const ctx = systemContext(database, "test");
  const starts_at = later(wireNow(), -40 * 86_400);
  const day = starts_at.slice(0, "YYYY-MM-DD".length);
  const visitor = await visitorGrant(database, page.subdomain);
  const seen = async (id = service) => {
    const { days, first_day } = publicService(await readSnapshot(database, visitor), id);
    const bad = incidentDays(days).map((one) => [one.day, one.incidents, one.major_seconds]);
    return { first_day: first_day === day ? "its day" : "later", bad };
  };
  const sent = { title: "A blip", type: "major", starts_at, ends_at: starts_at };
  const { id: incident_id } = await createIncident(
    ctx,
    page,
    parseInput(CreateIncident, { ...sent, service_ids: [service] }),
  );
  const put = (change: object) =>
    updateIncident(ctx, { ...page, incident_id }, parseInput(UpdateIncident, change));
  const instant = { first_day: "its day", bad: [[day, 1, 0]] };
  expect(await seen()).toEqual(instant);
  expect(await seen(parent)).toEqual(instant);
  await put({ ends_at: later(starts_at, 1) });
  expect(await seen()).toEqual({ first_day: "its day", bad: [[day, 1, 1]] });
  await put({ ends_at: starts_at });
  expect(await seen()).toEqual(instant);
  await put({ service_ids: [parent] });
  expect(await seen()).toEqual({ first_day: "later", bad: [] });
  expect(await seen(parent)).toEqual(instant);
  await put({ service_ids: [service] });
  await deleteService(ctx, { ...page, service_id: service });
  expect(await seen(parent)).toEqual(instant);
  await put({ title: "A blip, once" });
  expect(await seen(parent)).toEqual(instant);
  await deleteIncident(ctx, { ...page, incident_id });
  expect(await seen(parent)).toEqual({ first_day: "later", bad: [] });
});
