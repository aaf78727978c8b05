import { notFound } from "next/navigation";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { withNames } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { IncidentParams } from "#lib/api/body.ts";
import { getIncident, listDeletedAffected } from "#lib/incidents/read.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

export type IncidentRoute = { subdomain: string; incident_id: string };

/** An incident's screen: 404 unless it is there and the user may manage its page. */
export async function openIncident(params: IncidentRoute) {
  const admin = await openAdmin(params.subdomain);
  const target = IncidentParams.safeParse(params);
  const reading = target.success
    ? getIncident(admin.ctx, target.data)
    : Promise.reject(new AppError("not_found", ""));
  const [[incident], deleted] = await Promise.all([
    withNames(admin, [await found(reading)]),
    target.success ? listDeletedAffected(admin.ctx, target.data) : [],
  ]);
  if (!incident) notFound();
  incident.all_services.push(...deleted.map(({ name }) => name));
  return { admin, incident };
}
