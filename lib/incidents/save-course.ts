import { isDeepStrictEqual } from "node:util";
import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type Course, courseOf } from "#lib/incidents/course.ts";
import type { Declared } from "#lib/incidents/declared.ts";
import { type Affected, setImpacts } from "#lib/incidents/impacts.queries.ts";
import { type IncidentRow, updateIncidentRow } from "#lib/incidents/queries.ts";
import { severitiesOf } from "#lib/incidents/types/rules.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import { setLinks } from "#lib/services/links.queries.ts";
import { listKnownServiceIds } from "#lib/services/queries.ts";

/** Services deleted since are left out. */
async function withoutUnknown(
  trx: Trx,
  grant: PageGrant,
  course: Course,
  known: Affected,
): Promise<Course> {
  const there = new Set([
    ...known.service_ids,
    ...known.impacts.map(({ service_id }) => service_id),
  ]);
  const named = [...course.service_ids, ...course.impacts.map(({ service_id }) => service_id)];
  const others = [...new Set(named)].filter((id) => !there.has(id));
  if (others.length === 0) return course;
  for (const id of await listKnownServiceIds(trx, grant, others)) there.add(id);
  return {
    ...course,
    service_ids: course.service_ids.filter((id) => there.has(id)),
    impacts: course.impacts.filter(({ service_id }) => there.has(service_id)),
  };
}

type Derived = { incident: IncidentRow; affected: Affected };

/** Derives the course of an incident, and stores what it changes. */
export async function saveCourse(
  trx: Trx,
  grant: PageGrant,
  incident: IncidentRow,
  updates: readonly UpdateRow[],
  known: Affected,
): Promise<Derived> {
  const stored = incident.declared as Declared;
  const isNamed = stored.service_ids || updates.every(({ service_ids }) => !service_ids);
  const declared = isNamed
    ? stored
    : { ...stored, service_ids: { value: known.service_ids, after: 0 } };
  const derived = courseOf(declared, incident.severity, updates, known.service_ids);
  const { type, starts_at, ends_at, plan, reopened_at, ...course } = await withoutUnknown(
    trx,
    grant,
    derived,
    known,
  );
  const next_update_at = updates[0]?.next_update_at ?? null;
  const severities = await severitiesOf(
    trx,
    grant,
    new Set([type, ...course.impacts.map((impact) => impact.type)]),
  );
  const severity = severities.get(type) ?? incident.severity;
  const impacts = course.impacts.map((impact) => ({
    ...impact,
    severity: severities.get(impact.type) ?? severity,
  }));
  const service_ids = [...course.service_ids];
  const columns = {
    type,
    severity,
    starts_at,
    ends_at,
    plan,
    reopened_at,
    next_update_at,
    declared,
  };
  const before = Object.fromEntries(
    Object.keys(columns).map((name) => [name, incident[name as keyof typeof columns]]),
  );
  if (!isDeepStrictEqual(service_ids, known.service_ids))
    await setLinks(trx, grant, "incident", incident.id, service_ids);
  if (!isDeepStrictEqual(impacts, known.impacts))
    await setImpacts(trx, grant, incident.id, impacts);
  const current = isDeepStrictEqual(columns, before)
    ? incident
    : await updateIncidentRow(trx, grant, incident.id, columns);
  return { incident: current, affected: { service_ids, impacts } };
}
