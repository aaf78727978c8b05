import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  updateDraft,
} from "#lib/incidents/drafts/drafts.ts";
import { duplicateIncident, publishDraft } from "#lib/incidents/drafts/publish.ts";
import { DraftFields } from "#lib/incidents/drafts/schema.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const NOT_FOUND = { code: "not_found" };
const written = (fields: object) => parseInput(DraftFields, fields);

test("a draft is no incident until it is published, then it is one and gone, and told of once", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const { id } = await createDraft(ctx, page, written({ title: "Maybe" }));
  const target = { ...page, incident_draft_id: id };
  await expect(publishDraft(ctx, target)).rejects.toMatchObject({
    code: "invalid",
    fields: { type: expect.anything(), service_ids: expect.anything() },
  });
  const updates = [{ description: "We look", hold_seconds: 20 }];
  await updateDraft(ctx, target, written({ type: "minor", service_ids: [service], updates }));
  expect(await getDraft(ctx, target)).toMatchObject({ title: "Maybe", type: "minor", updates });
  const nothing = { rows: [], total_count: 0 };
  expect(await listIncidents(ctx, page, { limit: 9 }, {})).toMatchObject(nothing);
  expect(await eventsOf(database, page.id)).toEqual([]);

  const published = await publishDraft(ctx, target);
  expect(published).toMatchObject({ title: "Maybe", updates: [{ description: "We look" }] });
  expect((await listDrafts(ctx, page, { limit: 9 })).rows).toEqual([]);
  expect((await eventsOf(database, page.id)).map(({ event }) => event)).toEqual([
    "incident.created",
  ]);
  await expect(publishDraft(ctx, target)).rejects.toMatchObject(NOT_FOUND);
});

test("of two who publish a draft at once one creates an incident", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const fields = { title: "Once", type: "minor", service_ids: [service] };
  const { id } = await createDraft(ctx, page, written(fields));
  const target = { ...page, incident_draft_id: id };
  const both = await Promise.allSettled([publishDraft(ctx, target), publishDraft(ctx, target)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await listIncidents(ctx, page, { limit: 9 }, {})).total_count).toBe(1);
});

test("what somebody writes into a draft while it is published is not lost", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const fields = { title: "Before", type: "minor", service_ids: [service], updates: [] };
  const { id } = await createDraft(ctx, page, written(fields));
  const target = { ...page, incident_draft_id: id };
  const meanwhile = async () => void (await updateDraft(ctx, target, written({ title: "After" })));
  await expect(publishDraft({ ...ctx, precondition: meanwhile }, target)).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await getDraft(ctx, target)).toMatchObject({ title: "After" });
  expect(await publishDraft(ctx, target)).toMatchObject({ title: "After" });
});

test("a copy has what was said and affected, and no times; nobody is told of it", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const { id } = await createIncident(
    ctx,
    page,
    parseInput(CreateIncident, {
      title: "Move",
      type: "scheduled",
      service_ids: [service],
      starts_at: "2026-12-01T10:00:00",
      ends_at: "2026-12-01T11:00:00",
      translations: { de: { title: "Umzug" } },
      maintenance_notify: true,
      maintenance_notify_settings: { before_notice_minutes: 60, on_start: true },
      updates: [{ description: "First", translations: { de: { description: "Erstens" } } }],
    }),
  );
  const told = (await eventsOf(database, page.id)).length;
  const copy = await duplicateIncident(ctx, { ...page, incident_id: id });
  const { title, translations, maintenance_notify, maintenance_notify_settings } =
    await getIncident(ctx, { ...page, incident_id: id });
  expect(copy).toMatchObject({
    ...{ title, translations, maintenance_notify, maintenance_notify_settings },
    ...{ type: "scheduled", service_ids: [service], starts_at: null, ends_at: null },
    updates: [{ description: "First", translations: { de: { description: "Erstens" } } }],
  });
  expect(await eventsOf(database, page.id)).toHaveLength(told);
});

test("a draft names services and groups of its own page; what it named before may be gone", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const stranger = (await mintOrganization(database)).page;
  const theirs = await mintService(database, stranger.id);
  const unknown = { fields: { service_ids: [{ code: "unknown" }] } };
  const both = written({ service_ids: [service, theirs] });
  await expect(createDraft(ctx, page, both)).rejects.toMatchObject(unknown);
  const { id } = await createDraft(ctx, page, written({ service_ids: [service] }));
  const target = { ...page, incident_draft_id: id };
  await expect(updateDraft(ctx, target, both)).rejects.toMatchObject(unknown);
  const groups = written({ subscription_group_ids: [999_999_999] });
  await expect(updateDraft(ctx, target, groups)).rejects.toMatchObject({
    fields: { subscription_group_ids: [{ code: "unknown" }] },
  });
  await database.deleteFrom("services").where("id", "=", service).execute();
  await updateDraft(ctx, target, written({ title: "Later", service_ids: [service] }));
});

test("drafts of another page are not found", async ({ database, organization: { page } }) => {
  const ctx = systemContext(database, "test");
  const stranger = (await mintOrganization(database)).page;
  const { id } = await createDraft(ctx, stranger, written({ title: "Theirs" }));
  const target = { ...page, incident_draft_id: id };
  await expect(getDraft(ctx, target)).rejects.toMatchObject(NOT_FOUND);
  await expect(deleteDraft(ctx, target)).rejects.toMatchObject(NOT_FOUND);
  await deleteDraft(ctx, { ...stranger, incident_draft_id: id });
});
