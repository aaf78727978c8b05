import type { Insertable } from "kysely";
import type { Trx } from "#db/index.ts";
import type { Incidents, IncidentUpdates, Services } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { builtInSeverity } from "#lib/core/fields/severity.ts";
import { courseOf, type PostedUpdate } from "#lib/incidents/course.ts";
import { declare, type Impact } from "#lib/incidents/declared.ts";
import { setImpacts } from "#lib/incidents/impacts.queries.ts";
import {
  minutesAfter,
  type SeedIncident,
  type SeedNotice,
  type SeedService,
  timeOf,
} from "#lib/server/seed/shapes.ts";

type Ids = ReadonlyMap<string, number>;
type Row<T> = Omit<Insertable<T>, "status_page_id">;

/** @throws {Error} for an unknown name */
export function idOf(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`No service is called ${name}`);
  return id;
}

/** Inserts one level at a time. @returns ids by name */
export async function writeTree(
  trx: Trx,
  grant: PageGrant,
  roots: readonly SeedService[],
  inserted_at: string,
): Promise<Ids> {
  const ids = new Map<string, number>();
  let order = 0;
  let level = roots.map((branch) => ({ branch, parent_id: null as number | null }));
  while (level.length > 0) {
    const rows = level.map(({ branch: { name, description, de }, parent_id }): Row<Services> => {
      order += 1;
      const common = {
        inserted_at,
        updated_at: inserted_at,
        monitoring_options: "{}",
        display_uptime_graph: true,
      };
      return {
        ...common,
        name,
        description,
        parent_id,
        order,
        translations: JSON.stringify(de ? { de } : {}),
      };
    });
    const inserted = await trx
      .insertInto("services")
      .values(rows.map((row) => ({ ...row, status_page_id: grant.status_page_id })))
      .returning(["id", "name"])
      .execute();
    for (const { id, name } of inserted) ids.set(name, id);
    level = level.flatMap(({ branch }) =>
      (branch.children ?? []).map((child) => ({
        branch: child,
        parent_id: idOf(ids, branch.name),
      })),
    );
  }
  return ids;
}

function updatesOf(
  incident: SeedIncident,
  starts_at: string,
): Omit<Row<IncidentUpdates>, "incident_id">[] {
  return incident.updates.map(({ after, type, text, de, next }) => {
    const posted_at = minutesAfter(starts_at, after);
    const translations = JSON.stringify(de ? { de: { description: de } } : {});
    return {
      type,
      description: text,
      translations,
      posted_at,
      next_update_at: next === undefined ? null : minutesAfter(starts_at, next),
      inserted_at: posted_at,
      updated_at: posted_at,
    };
  });
}

type Seeded = { row: Row<Incidents>; impacts: readonly Impact[] };

function incidentOf(incident: SeedIncident, starts_at: string, service_ids: number[]): Seeded {
  const ends_at =
    incident.planned_minutes === undefined
      ? null
      : minutesAfter(starts_at, incident.planned_minutes);
  const declared = declare({ type: incident.type, starts_at, ends_at, service_ids }, 0);
  const updates = updatesOf(incident, starts_at);
  const posted = updates.map((update, index) => ({ ...update, id: index + 1 }) as PostedUpdate);
  const course = courseOf(declared, incident.type, posted, service_ids);
  const { impacts, service_ids: _, ...times } = course;
  const inserted_at = posted[0]?.posted_at ?? starts_at;
  const severity = builtInSeverity(times.type) ?? incident.type;
  const row = {
    ...times,
    severity,
    next_update_at: updates.at(-1)?.next_update_at ?? null,
    title: incident.title,
    declared: JSON.stringify(declared),
    translations: JSON.stringify(incident.de ? { de: { title: incident.de } } : {}),
    affects_uptime: incident.affects_uptime ?? severity !== "scheduled",
    inserted_at,
    updated_at: posted.at(-1)?.posted_at ?? inserted_at,
  };
  return { row, impacts };
}

export async function writeIncidents(
  trx: Trx,
  grant: PageGrant,
  incidents: readonly SeedIncident[],
  ids: Ids,
  now: string,
): Promise<void> {
  const { status_page_id, time_zone } = grant;
  const dated = incidents.map((incident) => {
    const starts_at = timeOf(incident.starts, now, time_zone);
    const service_ids = incident.services.map((name) => idOf(ids, name));
    return { incident, starts_at, service_ids, ...incidentOf(incident, starts_at, service_ids) };
  });
  const inserted = await trx
    .insertInto("incidents")
    .values(dated.map(({ row }) => ({ ...row, status_page_id })))
    .returning("id")
    .execute();
  const withIds = dated.flatMap((one, index) => {
    const incident_id = inserted[index]?.id;
    return incident_id === undefined ? [] : [{ ...one, incident_id }];
  });
  const links = withIds.flatMap(({ service_ids, incident_id }) =>
    service_ids.map((service_id, place) => ({ status_page_id, incident_id, service_id, place })),
  );
  const updates = withIds.flatMap(({ incident, starts_at, incident_id }) =>
    updatesOf(incident, starts_at).map((update) => ({ ...update, status_page_id, incident_id })),
  );
  await trx.insertInto("incident_services").values(links).execute();
  await trx.insertInto("incident_updates").values(updates).execute();
  for (const { incident_id, impacts } of withIds)
    await setImpacts(
      trx,
      grant,
      incident_id,
      impacts.map((impact) => ({
        ...impact,
        severity: builtInSeverity(impact.type) ?? "major",
      })),
    );
}

export async function writeNotice(
  trx: Trx,
  grant: PageGrant,
  notice: SeedNotice,
  ids: Ids,
  now: string,
): Promise<void> {
  const { status_page_id, time_zone } = grant;
  const at = (when: SeedNotice["from"]) => timeOf(when, now, time_zone);
  const featured_from = at(notice.from);
  const stamps = { inserted_at: featured_from, updated_at: featured_from };
  const { id: info_notice_id } = await trx
    .insertInto("info_notices")
    .values({
      ...stamps,
      status_page_id,
      title: notice.title,
      featured_from,
      featured_until: at(notice.until),
      translations: JSON.stringify(notice.de ? { de: { title: notice.de } } : {}),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const links = notice.services.map((name) => ({
    status_page_id,
    info_notice_id,
    service_id: idOf(ids, name),
  }));
  if (links.length > 0) await trx.insertInto("info_notice_services").values(links).execute();
  const updates = notice.updates.map(({ at: when, text, de }) => ({
    status_page_id,
    info_notice_id,
    description: text,
    translations: JSON.stringify(de ? { de: { description: de } } : {}),
    posted_at: at(when),
  }));
  await trx.insertInto("info_notice_updates").values(updates).execute();
}
