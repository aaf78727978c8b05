import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readOpen } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import { type Listed, withNames } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { listDown, listUnpublished } from "#lib/monitoring/automation/manage.ts";
import { listLog } from "#lib/notifications/log/read.ts";
import { env } from "#lib/platform/config/env.ts";

const FEW = "5";

function few() {
  return sliceFrom(Pagination.parse({ limit: FEW }), env().APP_URL);
}

/** Maintenances that need new times, then those to come, the next one first. */
async function readPlanned(admin: Admin): Promise<Listed[]> {
  const { ctx, page } = admin;
  const slice = sliceFrom(Pagination.parse({ limit: "100" }), env().APP_URL);
  const [upcoming, postponed] = await Promise.all([
    listIncidents(ctx, page, slice, { severity: "scheduled", status: "upcoming" }),
    listIncidents(ctx, page, few(), { severity: "scheduled", status: "postponed" }),
  ]);
  const { rows } = upcoming;
  const next = rows.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1)).slice(0, Number(FEW));
  return withNames(admin, [...postponed.rows, ...next]);
}

export async function readNow(admin: Admin) {
  const { ctx, page, t } = admin;
  const opened = readOpen(admin);
  const [open, planned, findings, deliveries, outages, down] = await Promise.all([
    opened,
    readPlanned(admin),
    readFindings(ctx, page, t),
    listLog(ctx, page, few(), { channel: "webhooks" }),
    listUnpublished(ctx, page),
    // After the incidents, so that each of them is shown with the services that began it.
    opened.then(() => listDown(ctx, page)),
  ]);
  return {
    incidents: open.filter(({ severity }) => severity !== "scheduled"),
    maintenances: [...open.filter(({ severity }) => severity === "scheduled"), ...planned],
    findings,
    outages,
    down,
    calls: deliveries.rows.flatMap((row) => (row.kind === "webhook" ? [row] : [])),
  };
}
