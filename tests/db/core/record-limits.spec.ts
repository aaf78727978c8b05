import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { CreateIncidentTemplate, UpdateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import {
  createIncidentTemplate,
  updateIncidentTemplate,
} from "#lib/incidents/templates/templates.ts";
import { createIncidentType, updateIncidentType } from "#lib/incidents/types/incident-types.ts";
import {
  CreateIncidentType,
  MAX_INCIDENT_TYPES,
  UpdateIncidentType,
} from "#lib/incidents/types/schema.ts";
import { MAX_WEBHOOKS } from "#lib/notifications/webhooks/schema.ts";
import { createWebhook } from "#lib/notifications/webhooks/webhooks.ts";
import { createAccessGroup, updateAccessGroup } from "#lib/services/access-groups/access-groups.ts";
import { CreateAccessGroup, UpdateAccessGroup } from "#lib/services/access-groups/schema.ts";
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

type Target = { subdomain: string };
const ctxOf = (db: Db) => systemContext(db, "test");

const LISTED = [
  {
    table: "access_groups" as const,
    filler: {},
    create: (db: Db, at: Target) =>
      createAccessGroup(ctxOf(db), at, parseInput(CreateAccessGroup, { name: "Small" })),
    rename: (db: Db, at: Target, access_group_id: number) =>
      updateAccessGroup(
        ctxOf(db),
        { ...at, access_group_id },
        parseInput(UpdateAccessGroup, { name: "Other" }),
      ),
  },
  {
    table: "incident_types" as const,
    filler: { key: "large", base_severity: "minor" as const, order: 1 },
    create: (db: Db, at: Target) => {
      const type = { key: "small", name: "Small", base_severity: "minor" };
      return createIncidentType(ctxOf(db), at, parseInput(CreateIncidentType, type));
    },
    rename: (db: Db, at: Target, incident_type_id: number) =>
      updateIncidentType(
        ctxOf(db),
        { ...at, incident_type_id },
        parseInput(UpdateIncidentType, { name: "Other" }),
      ),
  },
  {
    table: "incident_templates" as const,
    filler: { title: "Large" },
    create: (db: Db, at: Target) => {
      const template = { name: "Small", title: "Small" };
      return createIncidentTemplate(ctxOf(db), at, parseInput(CreateIncidentTemplate, template));
    },
    rename: (db: Db, at: Target, incident_template_id: number) =>
      updateIncidentTemplate(
        ctxOf(db),
        { ...at, incident_template_id },
        parseInput(UpdateIncidentTemplate, { name: "Other" }),
      ),
  },
];

const ALMOST_FULL = 3_700_000;
const MAX_TOGETHER = 3_800_000;

for (const { table, filler, create, rename } of LISTED)
  test(`${table}, which are listed without pages, stay within one answer`, async ({
    database,
    organization,
  }) => {
    const { id: status_page_id, subdomain } = organization.page;
    const { id: large } = await database
      .insertInto(table)
      .values({ ...filler, status_page_id, name: "n".repeat(ALMOST_FULL) } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const at = { subdomain };
    const { id } = await create(database, at);
    await database
      .updateTable(table)
      .set({ name: "n".repeat(MAX_TOGETHER) } as never)
      .where("id", "=", large)
      .execute();
    const values = { max: MAX_TOGETHER };
    const full = { fields: { base: [{ code: "too_much_together", values }] } };
    await expect(rename(database, at, id)).rejects.toMatchObject(full);
    await database.deleteFrom(table).where("id", "=", id).execute();
    await expect(create(database, at)).rejects.toMatchObject(full);
    await database.deleteFrom(table).where("id", "=", large).execute();
    const again = await create(database, at);
    expect(await rename(database, at, again.id)).toMatchObject({ name: "Other" });
  });
