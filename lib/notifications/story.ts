import type { NotificationContent } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { incidentUrl, infoNoticeUrl, pageUrl } from "#lib/core/addresses/url.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import type { AboutIncident, Facts } from "#lib/notifications/facts.ts";
import type { NewsEvent } from "#lib/notifications/queries.ts";
import type { StatusPageRow } from "#lib/pages/queries.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { UNDETERMINED } from "#lib/platform/i18n/negotiation.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import type { CurrentState } from "#lib/services/state.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import { formats } from "#lib/site/words/format.ts";
import { inLanguageOf } from "#lib/site/words/languages.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";
import { updateWord } from "#lib/site/words/update-word.ts";

export type Words = Reader & { t: Translate };

const NO_FORMATS = { date_format: null, time_format: null };

/** The language in which a page writes to somebody who asked for one. */
export function wordsFor(
  { page, settings }: Pick<Facts, "page" | "settings">,
  locale: string | null,
): Words {
  const asked = { locale: locale ?? UNDETERMINED, chosen: null, written: "" };
  const visit = inLanguageOf(
    { ...asked, subdomain: page.subdomain, base: "" } as Parameters<typeof inLanguageOf>[0],
    settings,
  );
  return { locale: visit.locale, written: visit.written, t: translator(visit.locale) };
}

function colorsOf({ settings }: Facts): NotificationContent["page"]["colors"] {
  return {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
}

function kindOf(facts: Facts): NotificationContent["kind"] {
  if (facts.kind === "info_notice") return "notice";
  return facts.record.severity === "scheduled" ? "maintenance" : "incident";
}

/** How long an incident lasted, in words. */
function durationOf({ starts_at, ends_at }: IncidentRow, page: StatusPageRow, locale: Locale) {
  const { duration } = formats(locale, page.time_zone, NO_FORMATS, wireNow());
  return duration(secondsBetween(starts_at, ends_at ?? wireNow()));
}

/** The word for an incident's type: the page's own have names. */
function typeWord({ record, types }: AboutIncident, { t, ...reader }: Words, word: string): string {
  const own = types.find(({ key }) => key === record.type);
  return own ? localized(own, "name", reader) : word;
}

/** What a subject begins with: the state of the services while it lasts, else of the incident. */
function alertOf(facts: Facts, words: Words, state: string): string {
  if (facts.kind === "info_notice" || facts.notice !== null) return state;
  const { record, update, page } = facts;
  if (record.severity === "scheduled" || update.type === "monitoring") return state;
  if (update.type === "resolved") return `${state} (${durationOf(record, page, words.locale)})`;
  if (record.ends_at !== null) return state;
  return typeWord(facts, words, stateWord(record.severity, words.t));
}

/** Whether a title says of a service no more than that it is down, as monitoring does. */
function isAutomatic({ shown, settings }: Facts, title: string, words: Words): boolean {
  const { default_language: locale } = settings;
  const readers: Words[] = [words, { locale, written: locale, t: translator(locale) }];
  return readers.some(({ t, ...reader }) =>
    shown.some(
      (service) => title === t("automation.title", { name: localized(service, "name", reader) }),
    ),
  );
}

type Told = Pick<
  NotificationContent,
  "type" | "state" | "severity" | "is_over" | "starts_at" | "ends_at" | "url"
>;

function toldOf(grant: PageGrant, facts: Facts, { t, ...reader }: Words): Told {
  if (facts.kind === "info_notice") {
    const { id, featured_from: starts_at } = facts.record;
    const state = t("public.notices.posted");
    const url = infoNoticeUrl(grant, id);
    return { type: null, state, severity: null, is_over: false, starts_at, ends_at: null, url };
  }
  const { record } = facts;
  const { id, severity, starts_at, ends_at } = record;
  const isResolved = facts.notice === null && facts.update.type === "resolved";
  return {
    type: typeWord(facts, { t, ...reader }, t(`public.type.${severity}`)),
    state:
      facts.notice === null
        ? t(updateWord(facts.update, record))
        : noticeWord(facts.notice, facts.page, { t, ...reader }),
    severity,
    is_over: isResolved || (ends_at !== null && ends_at <= wireNow()),
    starts_at,
    ends_at,
    url: incidentUrl(grant, id),
  };
}

/** `Starts in 2 hours`, as it is now. */
function noticeWord(
  { kind, for_at }: EventNotice,
  { time_zone }: Facts["page"],
  { t, locale }: Words,
): string {
  if (kind !== "before") return t(`news.notice.${kind}`);
  const now = wireNow();
  const { inTime } = formats(locale, time_zone, NO_FORMATS, now);
  return t("news.notice.before", { when: inTime(secondsBetween(now, for_at)) });
}

/** When it was said, and what. */
function saidOf(
  { inserted_at }: NewsEvent,
  { notice, update }: Facts,
  words: Words,
): Pick<NotificationContent, "posted_at" | "text"> {
  const text = update ? localized(update, "description", words) : "";
  if (notice === null) return { posted_at: update.posted_at, text };
  const isOver = notice.kind === "end";
  const posted_at = notice.kind === "before" ? inserted_at : notice.for_at;
  return { posted_at, text: isOver ? "" : text };
}

/** When more is promised; notices promise nothing. */
function promisedIn({ kind, notice, update }: Facts): string | null {
  if (kind === "info_notice" || notice !== null || !("next_update_at" in update)) return null;
  return update.next_update_at;
}

const NONE = "none";

function stateWord(severity: Severity | null, t: Translate): string {
  return t(`public.state.${severity ?? NONE}`);
}

/** What visitors see in place of all that the event itself says. */
function payloadOf(payload: string, { shown }: Facts): string {
  const told = JSON.parse(payload) as { data: { object: { service_ids?: readonly number[] } } };
  const visible = new Set(shown.map(({ id }) => id));
  const { object } = told.data;
  if (object.service_ids)
    object.service_ids = object.service_ids.filter((service) => visible.has(service));
  return JSON.stringify(told);
}

export type Telling = {
  event: NewsEvent;
  facts: Facts;
  states: ReadonlyMap<number, CurrentState>;
  /** What webhooks are sent, where there are any. */
  payload: string | null;
};

/** What happened, as those who read a language are told it. */
export function composeContent(
  grant: PageGrant,
  { event, facts, states, payload }: Telling,
  words: Words,
): NotificationContent {
  const { page, settings, record, shown } = facts;
  const names = uniqueNames(shown, (service) => localized(service, "name", words));
  const { date_format, time_format } = settings;
  const told = toldOf(grant, facts, words);
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
    ...saidOf(event, facts, words),
    services: shown.map(({ id }) => {
      const severity = states.get(id)?.severity ?? null;
      return { name: names.get(id) ?? "", state: stateWord(severity, words.t), severity };
    }),
    payload: payload === null ? "" : payloadOf(payload, facts),
  };
}
