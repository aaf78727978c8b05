import type { NotificationContent } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { incidentUrl, infoNoticeUrl } from "#lib/core/addresses/url.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { impactsAt, secondsAffected, worstImpact } from "#lib/incidents/affected.ts";
import type { ImpactRow } from "#lib/incidents/impacts.queries.ts";
import { type EventFacts, tellsEnd } from "#lib/notifications/event-facts.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";
import { laterOf, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";
import { updateWord } from "#lib/site/words/labels.ts";
import { localized, type Reader } from "#lib/site/words/localized.ts";

export type Words = Reader & { t: Translate };

export const NO_FORMATS = { date_format: null, time_format: null };

export type IncidentFacts = Extract<EventFacts, { kind: "incident" }>;

function impactsOnVisible({ impacts, visible }: EventFacts): ImpactRow[] {
  return impacts.filter(({ service_id }) => visible.some(({ id }) => id === service_id));
}

/** How long services were affected when the update was posted. */
function durationOf(facts: IncidentFacts, posted_at: string, locale: Locale) {
  const { record, page } = facts;
  const { duration } = formats(locale, page.time_zone, NO_FORMATS, posted_at);
  return duration(secondsAffected({ ...record, impacts: impactsOnVisible(facts) }, posted_at));
}

/** The time that an update speaks of: no earlier than the incident. */
export function toldAt({ record, update }: IncidentFacts): string {
  return laterOf(update?.posted_at ?? wireNow(), record.starts_at);
}

function isAffecting(facts: IncidentFacts): boolean {
  return impactsAt(facts.impacts, toldAt(facts)).length > 0;
}

type Kind = { type: string; severity: Severity };

/** The incident as it was when the update was posted. */
function kindThen(facts: IncidentFacts): Kind {
  const { record } = facts;
  const worst = worstImpact(impactsAt(impactsOnVisible(facts), toldAt(facts)));
  return worst ? { type: worst.type, severity: worst.severity as Severity } : record;
}

function typeWord({ types }: IncidentFacts, { type }: Kind, words: Words, word: string): string {
  const own = types.find(({ key }) => key === type);
  return own ? localized(own, "name", words) : word;
}

/**
 * The beginning of a subject: the services' state while the incident lasts, then the incident's.
 */
export function alertOf(facts: EventFacts, words: Words, state: string): string {
  if (facts.kind === "info_notice" || facts.notice !== null) return state;
  const { record, update } = facts;
  if (record.severity === "scheduled" || update.type === "monitoring") return state;
  if (update.type === "resolved")
    return words.t("joined.note", {
      name: state,
      note: durationOf(facts, update.posted_at, words.locale),
    });
  if (record.ends_at !== null && !isAffecting(facts)) return state;
  const then = kindThen(facts);
  return typeWord(facts, then, words, stateWord(then.severity, words.t));
}

/** Whether the title is the one that monitoring gives: only a service is down. */
export function isAutomatic(
  { visible, settings }: EventFacts,
  title: string,
  words: Words,
): boolean {
  const { default_language: locale } = settings;
  const readers: Words[] = [words, { locale, written: locale, t: translator(locale) }];
  return readers.some(({ t, ...reader }) =>
    visible.some(
      (service) => title === t("automation.title", { name: localized(service, "name", reader) }),
    ),
  );
}

type StateTexts = Pick<
  NotificationContent,
  "type" | "state" | "severity" | "is_over" | "starts_at" | "ends_at" | "plan" | "url"
>;

export function stateTexts(
  grant: PageGrant,
  facts: EventFacts,
  { t, ...reader }: Words,
): StateTexts {
  if (facts.kind === "info_notice") {
    const { id, featured_from: starts_at } = facts.record;
    const state = t("public.notices.posted");
    const url = infoNoticeUrl(grant, id);
    const times = { starts_at, ends_at: null, plan: null };
    return { type: null, state, severity: null, is_over: false, ...times, url };
  }
  const { record } = facts;
  const { id, starts_at, ends_at, plan } = record;
  const then = kindThen(facts);
  return {
    type: typeWord(facts, then, { t, ...reader }, t(`public.type.${then.severity}`)),
    state:
      facts.notice === null
        ? t(updateWord(facts.update, record))
        : noticeWord(facts.notice, facts.page, { t, ...reader }),
    severity: then.severity,
    is_over: tellsEnd(facts),
    starts_at,
    ends_at,
    plan,
    url: incidentUrl(grant, id),
  };
}

function noticeWord(
  { kind, for_at }: EventNotice,
  { time_zone }: EventFacts["page"],
  { t, locale }: Words,
): string {
  if (kind !== "before") return t(`news.notice.${kind}`);
  const now = wireNow();
  const { inTime } = formats(locale, time_zone, NO_FORMATS, now);
  return t("news.notice.before", { when: inTime(secondsBetween(now, for_at)) });
}

export function updateTexts(
  { inserted_at }: NotificationEvent,
  { notice, update }: EventFacts,
  words: Words,
): Pick<NotificationContent, "posted_at" | "text"> {
  const text = update ? localized(update, "description", words) : "";
  if (notice === null) return { posted_at: update.posted_at, text };
  const isOver = notice.kind === "end";
  const posted_at = notice.kind === "before" ? inserted_at : notice.for_at;
  return { posted_at, text: isOver ? "" : text };
}

const NONE = "none";

export function stateWord(severity: Severity | null, t: Translate): string {
  return t(`public.state.${severity ?? NONE}`);
}
