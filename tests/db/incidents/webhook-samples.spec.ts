import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { createInfoNotice } from "#lib/incidents/info-notices/create.ts";
import { deleteInfoNotice } from "#lib/incidents/info-notices/delete.ts";
import { CreateInfoNotice, UpdateInfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { updateInfoNotice } from "#lib/incidents/info-notices/update.ts";
import { fireTimers } from "#lib/incidents/timers/fire-timers.ts";
import { applyVerdict } from "#lib/monitoring/automation/apply-verdict.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { newDomain } from "#tests/support/data/domains.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => installJobs().then(() => void database));

const URL_OF = /^https?:\/\/[^/]+\/(incidents|info_notices)\/\d+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** The same event as the samples spell it: other ids, times and hosts. */
function asSample(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => asSample(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, asSample(one, name)]),
    );
  if (key === "id") return 42;
  if (key === "service_ids") return 7;
  if (key === "subdomain") return "acme";
  if (key === "domain") return "status.example.com";
  if (typeof value !== "string") return value;
  const [, kind] = URL_OF.exec(value) ?? [];
  if (kind) return `https://status.example.com/${kind}/42`;
  return TIME.test(value) ? "2027-03-10T22:00:00" : value;
}

/** Everything that can happen, once. */
async function fireAll(db: Db) {
  const room = await newsroom(db);
  const { ctx, page, open, post } = room;
  const translations = { de: { title: "Zahlungen schlagen fehl" } };
  const { id } = await open({ translations });
  await post(id);
  await deleteIncident(ctx, { ...page, incident_id: id });
  const starts_at = later(wireNow(), 3_600);
  const maintenance = await open({
    ...{ title: "New switches", type: "scheduled", starts_at, ends_at: later(starts_at, 7_200) },
    updates: [{ description: "Short interruptions." }],
    maintenance_notify: true,
    maintenance_notify_settings: { before_notice_minutes: 60 },
  });
  await fireTimers({ status_page_id: page.id, incident_id: maintenance.id });
  const updates = [{ description: "From May on." }];
  const input = parseInput(CreateInfoNotice, { title: "New prices", updates });
  const target = { ...page, info_notice_id: (await createInfoNotice(ctx, page, input)).id };
  await updateInfoNotice(ctx, target, parseInput(UpdateInfoNotice, { title: "Our new prices" }));
  await deleteInfoNotice(ctx, target);
  const watched = { status_page_id: page.id, service_id: room.service };
  const why = { source: "check", reason: "timeout", detail: null } as const;
  const verdict = { is_up: false, since: wireNow(), ...why };
  await db.transaction().execute((trx) => recordVerdict(trx, watched, verdict));
  await applyVerdict(watched);
  const domain_config = { provider: "cdn_b", domain: newDomain() };
  const named = parseInput(UpdateStatusPage, { name: "Acme", domain_config });
  const place = { ...page, organization_id: room.id };
  await updateStatusPage(systemContext(db, "test"), place, named);
  return eventsOf(db, page.id);
}

test("the sample events of docs/webhooks are what is really sent", async ({ database }) => {
  const events = await fireAll(database);
  const fired = new Map(events.toReversed().map(({ event, payload }) => [event, payload]));
  const names = [...fired.keys()].toSorted();
  expect(names).toEqual([
    "incident.created",
    "incident.deleted",
    "incident.maintenance_notice",
    "incident.updated",
    "info_notice.created",
    "info_notice.deleted",
    "info_notice.updated",
    "service.monitored_status.updated",
    "status_page.domain.updated",
  ]);
  for (const name of names) {
    const sample = readFileSync(join(ROOT, `docs/webhooks/${name}.json`), "utf8");
    expect(JSON.parse(sample), name).toEqual(asSample(JSON.parse(fired.get(name) ?? "")));
  }
});
