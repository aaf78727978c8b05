import type { NotificationContent, Opening } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { typedLine } from "#lib/core/markdown/text.ts";
import { impactsAt } from "#lib/incidents/affected.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import type { EventFacts } from "#lib/notifications/event-facts.ts";
import {
  alertOf,
  type IncidentFacts,
  isAutomatic,
  NO_FORMATS,
  stateTexts,
  stateWord,
  toldAt,
  updateTexts,
  type Words,
} from "#lib/notifications/event-words.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import type { PlainServiceRow } from "#lib/services/queries.ts";
import type { CurrentState } from "#lib/services/state.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import { formats } from "#lib/site/words/format.ts";
import { localized } from "#lib/site/words/localized.ts";
import { inLanguageOf } from "#lib/site/words/visitor.ts";

export function wordsFor(
  { page, settings }: Pick<EventFacts, "page" | "settings">,
  locale: string | null,
): Words {
  const asked = { locale: locale ?? UNDETERMINED, chosen: null, written: "" };
  const visit = inLanguageOf(
    { ...asked, subdomain: page.subdomain, base: "" } as Parameters<typeof inLanguageOf>[0],
    settings,
  );
  return { locale: visit.locale, written: visit.written, t: translator(visit.locale) };
}

function colorsOf({ settings }: EventFacts): NotificationContent["page"]["colors"] {
  return {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
}

function kindOf(facts: EventFacts): NotificationContent["kind"] {
  if (facts.kind === "info_notice") return "notice";
  return facts.record.severity === "scheduled" ? "maintenance" : "incident";
}

/** An incident's first update, with the services that were affected then. */
function opened(facts: IncidentFacts, update: UpdateRow): EventFacts {
  const opening = { ...facts, update, notice: null };
  const then = new Set(impactsAt(facts.impacts, toldAt(opening)).map((by) => by.service_id));
  const visible = facts.visible.filter(({ id }) => then.has(id));
  return visible.length > 0 ? { ...opening, visible } : opening;
}

/** The content whose subject line the mails of one conversation keep. */
export function composeOpening(
  grant: PageGrant,
  loaded: LoadedEvent,
  words: Words,
  first: UpdateRow | null,
): Opening | undefined {
  const { facts } = loaded;
  if (facts.kind !== "incident" || first === null) return undefined;
  const content = composeContent(grant, { ...loaded, facts: opened(facts, first) }, words);
  const { alert, state, services, title, is_title_automatic } = content;
  const names = services.map((service) => ({ ...service, state: "", severity: null }));
  return { alert, state, services: names, title, is_title_automatic };
}

function promisedIn({ kind, notice, update }: EventFacts): string | null {
  if (kind === "info_notice" || notice !== null || !("next_update_at" in update)) return null;
  return update.next_update_at;
}

/** Removes services that visitors cannot see. */
function payloadOf(payload: string, { visible }: EventFacts): string {
  const told = JSON.parse(payload) as { data: { object: { service_ids?: readonly number[] } } };
  const ids = new Set(visible.map(({ id }) => id));
  const { object } = told.data;
  if (object.service_ids)
    object.service_ids = object.service_ids.filter((service) => ids.has(service));
  return JSON.stringify(told);
}

export type LoadedEvent = {
  event: NotificationEvent;
  facts: EventFacts;
  states: ReadonlyMap<number, CurrentState>;
  /** Set for webhooks only. */
  payload: string | null;
};

/** Maintenance that has not begun says nothing of how services are today. */
function hasNotBegun({ kind, record }: EventFacts): boolean {
  if (kind !== "incident" || record.severity !== "scheduled") return false;
  return record.plan !== null || phaseAt(wireNow(), record) === "upcoming";
}

/** The update's own services, where the incident has changed them since. */
function changedSince(facts: EventFacts): Map<number, Severity | null> {
  if (facts.kind === "info_notice" || facts.notice !== null) return new Map();
  const severityAt = (at: string, id: number) =>
    impactsAt(facts.impacts, at).find(({ service_id }) => service_id === id)?.severity;
  const [then, now] = [toldAt(facts), wireNow()];
  const changed = facts.impacts
    .map(({ service_id }) => service_id)
    .filter((id) => severityAt(then, id) !== severityAt(now, id));
  return new Map(changed.map((id) => [id, (severityAt(then, id) as Severity) ?? null]));
}

function servicesOf(
  { facts, states }: LoadedEvent,
  shown: readonly PlainServiceRow[],
  words: Words,
): NotificationContent["services"] {
  const names = uniqueNames(shown, (service) => localized(service, "name", words), words.t);
  const isAhead = hasNotBegun(facts);
  const changed = changedSince(facts);
  return shown.map(({ id }) => {
    const name = names.get(id) ?? "";
    if (isAhead) return { name, state: "", severity: null };
    const then = changed.get(id);
    const severity = then === undefined ? (states.get(id)?.severity ?? null) : then;
    return { name, state: stateWord(severity, words.t), severity };
  });
}

type Replaced = Pick<NotificationContent, "type" | "state" | "alert" | "severity" | "text">;

/** Content for recipients whom an incident no longer concerns, instead of its update. */
function noLongerAffected(
  content: NotificationContent,
  { locale, t }: Words,
): Replaced & Pick<NotificationContent, "next_update_at" | "is_title_automatic"> {
  const { page, services, kind, posted_at } = content;
  const names = services.map(({ name }) => typedLine(name));
  const list = formats(locale, page.zone, NO_FORMATS, posted_at).list(names);
  const about = kind === "maintenance" ? "maintenance" : "incident";
  const state = t("news.no_longer.state");
  return {
    ...{ type: null, state, alert: state, severity: null, next_update_at: null },
    is_title_automatic: false,
    text:
      names.length === 0
        ? t("news.no_longer.any")
        : t(`news.no_longer.${about}`, { services: list }),
  };
}

/** @param former says that the record no longer affects these; null: says what happened */
export function composeContent(
  grant: PageGrant,
  loaded: LoadedEvent,
  words: Words,
  former: readonly PlainServiceRow[] | null = null,
): NotificationContent {
  const { visible, deleted } = loaded.facts;
  const services = servicesOf(loaded, former ?? visible, words);
  const gone = deleted.map((service) => ({
    name: localized(service, "name", words),
    state: "",
    severity: null,
  }));
  const content = composeNews(grant, loaded, words);
  if (former === null) return { ...content, services: [...services, ...gone] };
  return { ...content, services, ...noLongerAffected({ ...content, services }, words) };
}

function composeNews(grant: PageGrant, loaded: LoadedEvent, words: Words): NotificationContent {
  const { event, facts, payload } = loaded;
  const { page, settings, record } = facts;
  const { date_format, time_format } = settings;
  const told = stateTexts(grant, facts, words);
  const title = localized(record, "title", words);
  return {
    ...told,
    alert: alertOf(facts, words, told.state),
    is_title_automatic: isAutomatic(facts, title, words),
    next_update_at: told.is_over ? null : promisedIn(facts),
    event_id: event.message_id,
    subject: event.subject,
    kind: kindOf(facts),
    page: {
      name: localized(settings, "public_company_name", words) || page.name,
      url: pageUrl(grant),
      locale: words.locale,
      zone: page.time_zone,
      date_format,
      time_format,
      colors: colorsOf(facts),
    },
    title,
    ...updateTexts(event, facts, words),
    services: [],
    payload: payload === null ? "" : payloadOf(payload, facts),
  };
}
