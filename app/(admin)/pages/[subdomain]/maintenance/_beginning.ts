import { type Admin, found } from "#app/(admin)/_shared/open.ts";
import { fieldMoment, localTime } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { IncidentParams, IncidentTemplateParams } from "#lib/api/body.ts";
import { getIncident, NO_NOTICES } from "#lib/incidents/read.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import { getIncidentTemplate } from "#lib/incidents/templates/templates.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { recurrenceOf } from "./_recurrence.ts";
import type { Beginning } from "./_ui/maintenance-form.tsx";

export type Source = { template?: string; copy?: string; day?: string };

/** A copy is for another time, and not of the series. */
const UNSET = { initial: "" };
const AGAIN = { starts_at: UNSET, ends_at: UNSET, recurs: recurrenceOf(null, "") };
const MORNING = "09:00";

function nothing({ page }: Admin, day: string | undefined): Beginning {
  const isDay = day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day);
  return {
    ...{ title: "", type: "scheduled", service_ids: [], description: "" },
    ...{ translations: {}, texts: {}, maintenance_notify: false, affects_uptime: false },
    subscription_group_ids: [],
    // The form proposes this once reminders are switched on.
    maintenance_notify_settings: { ...NO_NOTICES, before_notice_minutes: 1_440 },
    notify: page.notify_by_default,
    recurs: recurrenceOf(null, ""),
    starts_at: isDay ? { initial: `${day}T${MORNING}` } : UNSET,
    ends_at: UNSET,
  };
}

/** The form of a maintenance that exists; a postponed one needs new times. */
export function beginningOf(incident: Incident, zone: string): Beginning {
  const first = incident.updates.at(-1);
  const isTimed = incident.plan !== "postponed";
  return {
    ...incident,
    description: first?.description ?? "",
    texts: first?.translations ?? {},
    recurs: recurrenceOf(incident.recurrence, localTime(incident.starts_at, zone)),
    starts_at: fieldMoment(isTimed ? incident.starts_at : null, zone),
    ends_at: fieldMoment(isTimed ? incident.ends_at : null, zone),
  };
}

async function copied(admin: Admin, copy: string): Promise<Beginning> {
  const { ctx, page } = admin;
  const target = IncidentParams.safeParse({ subdomain: page.subdomain, incident_id: copy });
  if (!target.success) throw notFound();
  const incident = await getIncident(ctx, target.data);
  return { ...beginningOf(incident, page.time_zone), ...AGAIN };
}

async function filledIn(admin: Admin, template: string, day?: string): Promise<Beginning> {
  const { ctx, page } = admin;
  const given = { subdomain: page.subdomain, incident_template_id: template };
  const target = IncidentTemplateParams.safeParse(given);
  if (!target.success) throw notFound();
  const found = await getIncidentTemplate(ctx, target.data);
  const { title, description, service_ids, translations } = found;
  return {
    ...nothing(admin, day),
    ...{ title, description, service_ids },
    ...{ translations: only(translations, "title"), texts: only(translations, "description") },
  };
}

type Texts = Record<string, Record<string, string | null | undefined>>;

function only(translations: Texts, field: string): Texts {
  return Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [language, { [field]: texts[field] }]),
  );
}

/** A new maintenance begins with a template, a copy, or a day of the calendar. */
export async function readBeginning(admin: Admin, source: Source): Promise<Beginning> {
  if (source.copy) return found(copied(admin, source.copy));
  if (source.template) return found(filledIn(admin, source.template, source.day));
  return nothing(admin, source.day);
}
