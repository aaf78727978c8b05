import type { ReactNode } from "react";
import type { Plan } from "#lib/incidents/schema.ts";
import { DAY_SECONDS, secondsBetween } from "#lib/platform/clock.ts";
import type { View } from "#lib/site/view/view.ts";

/**
 * A moment in the page's zone; of today's the script leaves the date out. It writes all times in the
 * visitor's zone.
 */
export function Moment({ time, view, id }: { time: string; view: View; id?: string }) {
  const { f, snapshot } = view;
  const today = f.day(time) === f.day(snapshot.as_of);
  const date = `${f.calendarDay(f.day(time))}${f.glue}`;
  return (
    <time dateTime={`${time}Z`} id={id}>
      {today ? <span>{date}</span> : date}
      {f.time(time)}
    </time>
  );
}

/** A text with something in the place that it has for it: `t(…, { time: HERE })`. */
// No name contains it.
export const HERE = "\ue000";
export function Around({ text, children }: { text: string; children: ReactNode }) {
  const [before, after] = text.split(HERE);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}

const MINUTE_SECONDS = 60;
const JUST_NOW = { "public.ago": "public.just_now", "page.updated": "page.updated_now" } as const;
type Past = keyof typeof JUST_NOW;
type Words = Past | "public.in" | "public.ends_in";

/** A duration less than a day, in words; the script keeps counting. */
function Counted({ words, view, time }: { words: Words; view: View; time: string }) {
  const seconds = secondsBetween(time, view.snapshot.as_of);
  const mark = seconds < 0 ? { "data-until": `${time}Z` } : { "data-since": `${time}Z` };
  return (
    <Around text={view.t(words, { duration: HERE })}>
      <span {...mark}>{view.f.duration(Math.abs(seconds))}</span>
    </Around>
  );
}

type Timed = { time: string; view: View };

/** How long ago something was, less than a day; the script tells whether that is just now. */
export function Ago({ time, view, words = "public.ago" }: Timed & { words?: Past }) {
  const seconds = secondsBetween(time, view.snapshot.as_of);
  if (seconds < 0 || seconds >= DAY_SECONDS) return null;
  return (
    <span className={seconds < MINUTE_SECONDS ? "ago just" : "ago"}>
      <span>
        <Counted words={words} time={time} view={view} />
      </span>
      <span>{view.t(JUST_NOW[words])}</span>
    </span>
  );
}

/** How soon something starts, or ends where it has started; days ahead in days. */
export function Soon({ from, to, view }: { from: string; to: string | null; view: View }) {
  const { snapshot, f } = view;
  const { as_of } = snapshot;
  const ahead = secondsBetween(as_of, from);
  if (ahead >= DAY_SECONDS) return f.inDays(as_of, from);
  const isAhead = ahead > 0;
  const time = isAhead ? from : to;
  if (time === null || time <= as_of) return null;
  if (secondsBetween(as_of, time) >= DAY_SECONDS) return null;
  return (
    <span className="ago">
      <Counted words={isAhead ? "public.in" : "public.ends_in"} time={time} view={view} />
    </span>
  );
}

/**
 * From a start to an end; the end's date only where it is another day than the start's, the zone
 * only once where it is the same. The script needs to know which is which.
 * @param on the day, `YYYY-MM-DD`, that stands beside it already
 */
export function Span({ from, to, view, on }: Record<"from" | "to", string> & SpanProps) {
  const { f } = view;
  const sameDay = f.day(from) === f.day(to);
  const start = f.zone(from) === f.zone(to) ? f.bareTime(from) : f.time(from);
  const date = f.day(from) === on ? "" : `${f.calendarDay(f.day(from))}${f.glue}`;
  return (
    <>
      <time dateTime={`${from}Z`} data-f="s" data-on={on}>
        {date}
        {start}
      </time>
      {f.range("", "")}
      <time dateTime={`${to}Z`} data-f="e">
        {sameDay ? f.time(to) : f.dateTime(to)}
      </time>
    </>
  );
}
type SpanProps = { view: View; on?: string };

type Lost = { starts_at: string; ends_at: string | null; plan: Plan | null };

/** The planned times of what is called off, struck through; of what is postponed that it has none. */
export function LostTimes({ incident, view, on }: { incident: Lost } & SpanProps) {
  const { starts_at, ends_at, plan } = incident;
  if (plan === "postponed") return view.t("public.plan.to_follow");
  return (
    <s>
      {ends_at === null ? (
        <Moment time={starts_at} view={view} />
      ) : (
        <Span from={starts_at} to={ends_at} view={view} on={on} />
      )}
    </s>
  );
}

/** How long something has been going on; the script keeps counting. */
export function Ongoing({ since, view }: { since: string; view: View }) {
  return (
    <span data-since={`${since}Z`}>
      {view.f.duration(secondsBetween(since, view.snapshot.as_of))}
    </span>
  );
}

/**
 * When the team promised to say more of what goes on; once that is past, that it was due. The
 * script tells which.
 */
export function Promised({ time, view }: { time: string | null; view: View }) {
  if (time === null) return null;
  const { t, snapshot } = view;
  const isPast = time <= snapshot.as_of;
  const told = (words: "by" | "due", hidden: boolean) => (
    <span hidden={hidden}>
      <Around text={t(`page.promise.${words}`, { time: HERE })}>
        <Moment time={time} view={view} />
      </Around>
    </span>
  );
  return (
    <span className="due" data-due={`${time}Z`}>
      {told("by", isPast)}
      {told("due", !isPast)}
    </span>
  );
}

/** The zone of the page's days, where its times are in another zone. */
export function DaysZone({ view }: { view: View }) {
  const zone = view.snapshot.page.time_zone.replaceAll("_", " ");
  return <span className="zoned">{view.t("public.footer.days", { zone })}</span>;
}
