import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncidentType } from "#lib/incidents/types/incident-types.ts";
import { CreateIncidentType, MAX_INCIDENT_TYPES } from "#lib/incidents/types/schema.ts";
import { MAX_WEBHOOKS } from "#lib/notifications/webhooks/schema.ts";
import { createWebhook } from "#lib/notifications/webhooks/webhooks.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect, test } from "#tests/support/test.ts";

const AT_ONCE = 20;
const FREE = 3;

function outcomes(settled: PromiseSettledResult<unknown>[]) {
  const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  return { done: settled.length - refused.length, refused };
}

test("of many webhooks created at once no more are added than a page may have", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  for (let count = 0; count < MAX_WEBHOOKS - FREE; count++) await mintWebhook(database, id);
  const ctx = systemContext(database, "test");
  const webhook = {
    url: "https://hooks.example.com/status",
    events: ["incident.created" as const],
    ...{ enabled: true, ordered: false },
  };
  const creates = Array.from({ length: AT_ONCE }, () => createWebhook(ctx, { subdomain }, webhook));
  const { done, refused } = outcomes(await Promise.allSettled(creates));
  expect(done).toBe(FREE);
  const full = { fields: { base: [{ code: "too_many", values: { max: MAX_WEBHOOKS } }] } };
  for (const reason of refused) expect(reason).toMatchObject(full);
  const rows = database.selectFrom("webhooks").select("id").where("status_page_id", "=", id);
  expect(await rows.execute()).toHaveLength(MAX_WEBHOOKS);
});

test("of many incident types created at once no more are added than a page may have", async ({
  database,
  organization,
}) => {
  const { id: status_page_id, subdomain } = await mintPage(database, organization.id, {
    settings: { custom_incident_types_enabled: true },
  });
  const type = (order: number) => ({
    key: `type-${order}`,
    name: "Type",
    base_severity: "minor" as const,
  });
  const existing = Array.from({ length: MAX_INCIDENT_TYPES - FREE }, (_, order) => ({
    ...type(order),
    order,
    status_page_id,
  }));
  await database.insertInto("incident_types").values(existing).execute();
  const ctx = systemContext(database, "test");
  const parse = (given: unknown) => parseInput(CreateIncidentType, given);
  const creates = Array.from({ length: AT_ONCE }, (_, index) =>
    createIncidentType(ctx, { subdomain }, parse(type(MAX_INCIDENT_TYPES + index))),
  );
  expect(outcomes(await Promise.allSettled(creates)).done).toBe(FREE);
});
