import type { Severity } from "#lib/core/fields/severity.ts";
import type { ImpactRow } from "#lib/incidents/impacts.queries.ts";
import type { Locale, Translate } from "#lib/platform/i18n/translator.ts";

const MAX_NAMED = 3;
const MAX_CLAUSES = 4;
const MAX_SPANS = 5;

type Span = Pick<ImpactRow, "type" | "severity" | "starts_at" | "ends_at">;
/** Services that suffered alike. */
type Group = { names: string[]; spans: Span[] };

type CourseWords = {
  locale: Locale;
  t: Translate;
  list: (items: string[]) => string;
  /** null: this service is not named. */
  nameOf: (serviceId: number) => string | null;
  /** The name of a page's own type; null: its severity says what it is. */
  typeOf: (type: string) => string | null;
  dayOf: (time: string) => string;
  /** @param isDated with its date */
  timeText: (time: string, isDated: boolean) => string;
};

type Said = { text: string; isDated: boolean };
type Timing = { words: CourseWords; say: (time: string) => Said };

/** Many languages say "until" and "since" of a date otherwise than of a time. */
const datedOf = ({ isDated }: Said) => ({ dated: String(isDated) });

function isSame(a: Span | undefined, b: Span | undefined): boolean {
  return a?.type === b?.type && a?.starts_at === b?.starts_at && a?.ends_at === b?.ends_at;
}

function groupsOf(impacts: readonly ImpactRow[], { nameOf }: CourseWords): Group[] {
  const groups = new Map<string, Group>();
  for (const [id, spans] of Map.groupBy(impacts, ({ service_id }) => service_id)) {
    const name = nameOf(id);
    if (name === null) continue;
    const key = spans.map((span) => [span.type, span.starts_at, span.ends_at].join()).join(";");
    const group = groups.get(key) ?? { names: [], spans };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const LASTING = "9999";

function endOf({ spans }: Group): string {
  return spans.at(-1)?.ends_at ?? LASTING;
}

/** The group that suffered from the beginning to the end, the largest of several. */
function leadOf(groups: readonly Group[]): Group | undefined {
  const starts = groups.map(({ spans }) => spans[0]?.starts_at ?? "").sort();
  const end = groups.map(endOf).sort().at(-1);
  return groups
    .filter((group) => group.spans[0]?.starts_at === starts[0] && endOf(group) === end)
    .toSorted((a, b) => b.names.length - a.names.length)[0];
}

/** When a group was well again that until then suffered like the lead; null: it did not. */
function backAt({ spans }: Group, lead: Group): string | null {
  const last = spans.at(-1);
  const like = lead.spans[spans.length - 1];
  if (!last?.ends_at || !like) return null;
  const isAlike = spans.slice(0, -1).every((span, index) => isSame(span, lead.spans[index]));
  const begins = last.type === like.type && last.starts_at === like.starts_at;
  const isShorter = last.ends_at <= (like.ends_at ?? LASTING);
  return isAlike && begins && isShorter ? last.ends_at : null;
}

function stateText({ type, severity }: Span, { t, typeOf }: CourseWords): string {
  return typeOf(type) ?? t(`course.state.${severity}` as `course.state.${Severity}`);
}

function spanText(span: Span, before: Span | undefined, { words, say }: Timing): string {
  const { t } = words;
  const { starts_at, ends_at } = span;
  const state = stateText(span, words);
  const isAgain = before !== undefined && before.type === span.type;
  if (before?.ends_at === starts_at && ends_at !== null) {
    const until = say(ends_at);
    return t("course.until", { state, to: until.text, ...datedOf(until) });
  }
  const from = say(starts_at);
  if (ends_at === null) {
    const since = { from: from.text, ...datedOf(from) };
    return isAgain ? t("course.again_since", since) : t("course.since", { state, ...since });
  }
  const to = say(ends_at);
  const times = t(to.isDated ? "joined.range" : "joined.times", { from: from.text, to: to.text });
  return isAgain ? t("course.again", { times }) : t("course.span", { state, times });
}

function courseText(spans: readonly Span[], timing: Timing): string {
  const { t } = timing.words;
  const isLong = spans.length > MAX_SPANS;
  const first = spans.slice(0, isLong ? MAX_SPANS - 1 : MAX_SPANS);
  const texts = first.map((span, index) => spanText(span, spans[index - 1], timing));
  const last = spans.at(-1);
  if (isLong && last) texts.push("…", spanText(last, spans.at(-2), timing));
  return texts.reduce((before, after) => t("course.then", { before, after }));
}

function namesText({ names }: Group, { t, list }: CourseWords): string {
  const rest = names.length - MAX_NAMED;
  if (rest <= 1) return list(names);
  return list([...names.slice(0, MAX_NAMED), t("public.sentence.more", { count: rest })]);
}

/** Says dates where the day is another one than that of the time said before. */
function timingOf(words: CourseWords, spans: readonly Span[]): Timing {
  const { dayOf, timeText } = words;
  const days = spans.flatMap(({ starts_at, ends_at }) => [
    dayOf(starts_at),
    dayOf(ends_at ?? starts_at),
  ]);
  let day = new Set(days).size > 1 ? "" : days[0];
  return {
    words,
    say: (time) => {
      const isDated = dayOf(time) !== day;
      day = dayOf(time);
      return { text: timeText(time, isDated), isDated };
    },
  };
}

function clauseOf(group: Group, lead: Group | undefined, timing: Timing): string {
  const { words } = timing;
  if (group === lead) return courseText(group.spans, timing);
  const services = namesText(group, words);
  const back = lead ? backAt(group, lead) : null;
  if (back !== null) {
    const said = timing.say(back);
    const time = { time: said.text, ...datedOf(said) };
    return words.t("course.back", { services, ...time, count: group.names.length });
  }
  return words.t("course.of", { services, course: courseText(group.spans, timing) });
}

/**
 * The course of an incident in one sentence: "Outage 09:00–12:00, degraded until 13:00; E-mail was
 * back at 10:00". null: nothing but its start, its end and its type.
 */
export function courseSentence(impacts: readonly ImpactRow[], words: CourseWords): string | null {
  const { t, locale } = words;
  const groups = groupsOf(impacts, words);
  const [only] = groups;
  if (!only || (groups.length === 1 && only.spans.length === 1)) return null;
  const lead = leadOf(groups);
  const others = groups.filter((group) => group !== lead);
  const inOrder = lead ? [lead, ...others] : others;
  const timing = timingOf(
    words,
    inOrder.flatMap(({ spans }) => spans),
  );
  const clauses = inOrder.slice(0, MAX_CLAUSES).map((group) => clauseOf(group, lead, timing));
  const rest = inOrder.slice(MAX_CLAUSES).flatMap(({ names }) => names);
  if (rest.length > 0) clauses.push(t("course.more", { count: rest.length }));
  const text = clauses.reduce((before, after) => t("course.and", { before, after }));
  return lead ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : text;
}
