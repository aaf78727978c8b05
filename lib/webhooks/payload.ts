import { DEFAULT_LANG } from "#lib/i18n/translator.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import type { InfoNotice } from "#lib/info-notices/schema.ts";
import type { Service } from "#lib/services/schema.ts";
import type { StatusPage } from "#lib/status-pages/schema.ts";
import type { WebhookEvent } from "#lib/webhooks/schema.ts";

type Titled = { title: string; translations: Record<string, { title?: string | null }> };

function titles({ title, translations }: Titled): { lang: string; text: string }[] {
  const translated = Object.entries(translations).flatMap(([lang, texts]) => (texts.title ? [{ lang, text: texts.title }] : []));
  return [{ lang: DEFAULT_LANG, text: title }, ...translated.filter(({ lang }) => lang !== DEFAULT_LANG)];
}

function ofIncident(incident: Incident) {
  const { id, starts_at, ends_at, service_ids, title, url, type: incident_type, updates } = incident;
  const object = { type: "incident", id, starts_at, ends_at, service_ids, l_title: titles(incident), title, url, incident_type, updates };
  return { object };
}

function ofInfoNotice(notice: InfoNotice) {
  const { id, featured_from, featured_until, service_ids, title, url, updates } = notice;
  const object = { type: "info_notice", id, featured_from, featured_until, service_ids, l_title: titles(notice), title, url, updates };
  return { object };
}

type Monitored = {
  service: Pick<Service, "id" | "name" | "parent_id" | "display_response_time_chart" | "current_incident_type">;
  monitored_status: "up" | "down";
};

function ofMonitored({ service, monitored_status }: Monitored) {
  const { id, name, parent_id, display_response_time_chart, current_incident_type } = service;
  return { object: { type: "service", id, name, parent_id, display_response_time_chart, current_incident_type }, monitored_status };
}

function ofDomain({ name, subdomain, domain_config }: Pick<StatusPage, "name" | "subdomain" | "domain_config">) {
  return { object: { type: "status_page", name, subdomain, domain_config } };
}

/** What each event tells of the record that it is about: the `data` of its deliveries. */
const DATA = {
  "incident.created": ofIncident,
  "incident.updated": ofIncident,
  "incident.deleted": ofIncident,
  "service.monitored_status.updated": ofMonitored,
  "info_notice.created": ofInfoNotice,
  "info_notice.updated": ofInfoNotice,
  "info_notice.deleted": ofInfoNotice,
  "status_page.domain.updated": ofDomain,
} satisfies Record<WebhookEvent, (record: never) => object>;

/** What an event is about. */
export type Subject<E extends WebhookEvent> = Parameters<(typeof DATA)[E]>[0];

/** The body of a delivery. */
export function payloadOf<E extends WebhookEvent>(event: E, subject: Subject<E>): string {
  const data = DATA[event] as (subject: Subject<E>) => object;
  return JSON.stringify({ event, data: data(subject) });
}
