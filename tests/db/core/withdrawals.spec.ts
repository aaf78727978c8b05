import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { editUpdate } from "#lib/incidents/change-update.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { CreateIncident, EditUpdate, UpdateIncident } from "#lib/incidents/schema.ts";
import { createIncidentType, updateIncidentType } from "#lib/incidents/types/incident-types.ts";
import { CreateIncidentType, UpdateIncidentType } from "#lib/incidents/types/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { createMetric, deleteMetric, updateMetric } from "#lib/services/metrics/metrics.ts";
import { CreateMetric, UpdateMetric } from "#lib/services/metrics/schema.ts";
import { moveService } from "#lib/services/move.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { correctDay, undoCorrection } from "#lib/services/uptime-corrections/change.ts";
import { CorrectDay } from "#lib/services/uptime-corrections/schema.ts";
import { type Minted, mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const LONG_AGO = "2026-01-01T00:00:00";
const DAY = "2026-10-25";

/** A page with one of everything that visitors read, and how each is changed. */
async function published(db: Db, { id: organization_id }: Minted) {
  const page = await mintPage(db, organization_id);
  const ctx = systemContext(db, "test");
  const at = { subdomain: page.subdomain };
  const shown = { display_uptime_graph: true };
  const service_id = await mintService(db, page.id, { name: "Checkout", ...shown });
  const other = await mintService(db, page.id, { name: "Search" });
  const hidden = await mintService(db, page.id, { name: "Inside", private: true });
  const said = { service_ids: [service_id], updates: [{ description: "Something" }] };
  const incident = await createIncident(
    ctx,
    at,
    parseInput(CreateIncident, { title: "Down", type: "major", ...said }),
  );
  const notice = await createInfoNotice(
    ctx,
    at,
    parseInput(CreateInfoNotice, { title: "Read this", featured_from: LONG_AGO, ...said }),
  );
  const type = await createIncidentType(
    ctx,
    at,
    parseInput(CreateIncidentType, { key: "slow", name: "Slow", base_severity: "minor" }),
  );
  const metric = await createMetric(
    ctx,
    at,
    parseInput(CreateMetric, {
      title: "Load",
      unit: "ms",
      type: "rt",
      visible: true,
      enabled: true,
    }),
  );
  const service = { ...at, service_id };
  const day = { ...service, day: DAY };
  const notices = { ...at, info_notice_id: notice.id };
  const metrics = { ...at, metric_id: metric.id };
  return {
    ...{ hidden, other, service_id, notice_update: notice.updates[0]?.id },
    settings: (input: object) =>
      updateStatusPage(ctx, { ...at, organization_id }, parseInput(UpdateStatusPage, input)),
    service: (input: object) => updateService(ctx, service, parseInput(UpdateService, input)),
    move: (parent_id: number | null) => moveService(ctx, service, { parent_id, position: 0 }),
    incident: (input: object) =>
      updateIncident(ctx, { ...at, incident_id: incident.id }, parseInput(UpdateIncident, input)),
    update: (input: object) => {
      const target = { ...at, incident_id: incident.id, update_id: incident.updates[0]?.id ?? 0 };
      return editUpdate(ctx, target, parseInput(EditUpdate, input));
    },
    notice: (input: object) => updateInfoNotice(ctx, notices, parseInput(UpdateInfoNotice, input)),
    deleteNotice: () => deleteInfoNotice(ctx, notices),
    type: (input: object) =>
      updateIncidentType(
        ctx,
        { ...at, incident_type_id: type.id },
        parseInput(UpdateIncidentType, input),
      ),
    metric: (input: object) => updateMetric(ctx, metrics, parseInput(UpdateMetric, input)),
    deleteMetric: () => deleteMetric(ctx, metrics),
    correct: (input: object) => correctDay(ctx, day, parseInput(CorrectDay, input)),
    undo: () => undoCorrection(ctx, day),
    forget: () =>
      db
        .updateTable("status_pages")
        .set({ withdrawn_at: LONG_AGO })
        .where("id", "=", page.id)
        .execute(),
    isWithdrawn: async () => {
      const { withdrawn_at } = await db
        .selectFrom("status_pages")
        .select("withdrawn_at")
        .where("id", "=", page.id)
        .executeTakeFirstOrThrow();
      return withdrawn_at !== LONG_AGO;
    },
  };
}

type Published = Awaited<ReturnType<typeof published>>;
type Change = (page: Published) => Promise<unknown>;
type Row = [what: string, change: Change, before?: Change];

const SWITCHES = [
  ...["info_notices_enabled", "feed_enabled", "calendar_enabled", "enable_embedding"],
  ...["display_calendar", "display_uptime_graph", "display_about"],
];
const on = (field: string, value: boolean) => (page: Published) =>
  page.settings({ [field]: value });
const first = (page: Published) => page.correct({ downtime_seconds: 60, reason: "Our network" });
const invisible = (page: Published) => page.metric({ visible: false });
const kept = (days: number | null) => (page: Published) =>
  page.settings({ history_limit_days: days });

const WITHDRAWING: Row[] = [
  ...SWITCHES.map((field): Row => [`${field} is off`, on(field, false), on(field, true)]),
  ["the page has another name", (page) => page.settings({ name: "Renamed" })],
  ["the history has an end", kept(365), kept(null)],
  ["the history ends sooner", kept(30), kept(90)],
  ["the page becomes a draft", (page) => page.settings({ draft: true })],
  ["the page is for members", (page) => page.settings({ member_restricted: true })],
  ["the page is for addresses", (page) => page.settings({ restricted_ips: "192.0.2.1" })],
  ["a service is renamed", (page) => page.service({ name: "Basket" })],
  ["a service is private", (page) => page.service({ private: true })],
  ["a service goes below a private one", (page) => page.service({ parent_id: page.hidden })],
  ["a service is moved below a private one", (page) => page.move(page.hidden)],
  ["a service shows no graph", (page) => page.service({ display_uptime_graph: false })],
  [
    "a service shows no times",
    (page) => page.service({ display_response_time_chart: false }),
    (page) => page.service({ display_response_time_chart: true }),
  ],
  ["an incident has another title", (page) => page.incident({ title: "Slow" })],
  ["an incident is about hidden ones", (page) => page.incident({ service_ids: [page.hidden] })],
  ["an update says less", (page) => page.update({ description: "Some" })],
  ["a notice has another title", (page) => page.notice({ title: "Read that" })],
  [
    "an update of a notice says less",
    (page) => page.notice({ updates: [{ id: page.notice_update, description: "Some" }] }),
  ],
  ["a notice is about hidden ones", (page) => page.notice({ service_ids: [page.hidden] })],
  ["a notice is deleted", (page) => page.deleteNotice()],
  ["a type has another name", (page) => page.type({ name: "Degraded" })],
  ["a metric has another title", (page) => page.metric({ title: "Time" })],
  ["a metric is invisible", (page) => page.metric({ visible: false })],
  ["a metric is off", (page) => page.metric({ enabled: false })],
  ["a metric belongs to a service", (page) => page.metric({ service_id: page.service_id })],
  ["an invisible metric has another title", (page) => page.metric({ title: "Time" }), invisible],
  ["a metric is deleted", (page) => page.deleteMetric()],
  ["a correction has another reason", (page) => page.correct({ reason: "Theirs" }), first],
  ["a correction is taken back", (page) => page.undo(), first],
];

const KEEPING: Row[] = [
  ...SWITCHES.map((field): Row => [`${field} is on`, on(field, true), on(field, false)]),
  [
    "the page's name has more",
    (page) => page.settings({ name: "Status", about: "About us" }),
    (page) => page.settings({ name: "Stat" }),
  ],
  ["the history has no end", kept(null), kept(90)],
  ["the history ends later", kept(90), kept(30)],
  ["the page has another color", (page) => page.settings({ link_color: "aa0000" })],
  [
    "the page is for everybody again",
    (page) => page.settings({ member_restricted: false }),
    (page) => page.settings({ member_restricted: true }),
  ],
  ["a service says more", (page) => page.service({ name: "Checkout, old", description: "Pay" })],
  [
    "a service shows its graph",
    (page) => page.service({ display_uptime_graph: true }),
    (page) => page.service({ display_uptime_graph: false }),
  ],
  ["a service goes below a visible one", (page) => page.service({ parent_id: page.other })],
  ["a service is moved below a visible one", (page) => page.move(page.other)],
  [
    "a service is public again",
    (page) => page.service({ private: false }),
    (page) => page.service({ private: true }),
  ],
  ["a service is moved among its neighbors", (page) => page.move(null)],
  ["an incident says more", (page) => page.incident({ title: "Down, all of it" })],
  ["an incident is about another", (page) => page.incident({ service_ids: [page.other] })],
  ["an update says more", (page) => page.update({ description: "Something more" })],
  ["a notice gets an update", (page) => page.notice({ updates: [{ description: "News" }] })],
  ["a notice is about nothing", (page) => page.notice({ service_ids: [] })],
  [
    "a notice is about one that visitors see",
    (page) => page.notice({ service_ids: [page.hidden, page.other] }),
  ],
  ["a type is heavier", (page) => page.type({ base_severity: "major" })],
  ["a metric is shown", (page) => page.metric({ visible: true }), invisible],
  ["an invisible metric moves", (page) => page.metric({ service_id: page.other }), invisible],
  ["a day is corrected", first],
  ["a correction has more reason", (page) => page.correct({ reason: "Our network, ours" }), first],
];

/** Which of the changes drop the copies that are kept for outages. */
async function withdrawing(db: Db, organization: Minted, rows: readonly Row[]): Promise<string[]> {
  const found: string[] = [];
  for (const [what, change, before] of rows) {
    const page = await published(db, organization);
    await before?.(page);
    await page.forget();
    await change(page);
    if (await page.isWithdrawn()) found.push(what);
  }
  return found;
}

test("what takes something from readers drops the copies kept for outages", async ({
  database,
  organization,
}) => {
  const found = await withdrawing(database, organization, WITHDRAWING);
  expect(found).toEqual(WITHDRAWING.map(([what]) => what));
});

test("what takes nothing from readers keeps the copies kept for outages", async ({
  database,
  organization,
}) => {
  expect(await withdrawing(database, organization, KEEPING)).toEqual([]);
});
