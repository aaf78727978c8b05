import { DAY_SECONDS, secondsBetween } from "#lib/clock.ts";
import type { View } from "#lib/public-page/view/view.ts";

/**
 * A moment in the page's zone; of today's the script leaves the date out. It writes all times in the
 * visitor's zone.
 */
export function Moment({ time, view, id }: { time: string; view: View; id?: string }) {
  const { f, snapshot } = view;
  const today = f.day(time) === f.day(snapshot.as_of);
  const date = `${f.calendarDay(f.day(time))}, `;
  return (
    <time dateTime={`${time}Z`} id={id}>
      {today ? <span>{date}</span> : date}
      {f.time(time)}
    </time>
  );
}

type Words = "public.ago" | "public.in" | "public.ends_in";

/** A duration beside its time, less than a day; the script keeps counting. */
function Beside({ words, view, time }: { words: Words; view: View; time: string }) {
  const [before, after] = view.t(words, { duration: "|" }).split("|");
  const seconds = secondsBetween(time, view.snapshot.as_of);
  if (Math.abs(seconds) >= DAY_SECONDS) return null;
  const mark = seconds < 0 ? { "data-until": `${time}Z` } : { "data-since": `${time}Z` };
  return (
    <span className="ago">
      {` · ${before}`}
      <span {...mark}>{view.f.duration(Math.abs(seconds))}</span>
      {after}
    </span>
  );
}

/** How long ago something was, beside its time. */
export function Ago({ time, view }: { time: string; view: View }) {
  if (time > view.snapshot.as_of) return null;
  return <Beside words="public.ago" time={time} view={view} />;
}

/** How soon something starts, or ends where it has started, beside its times. */
export function Soon({ from, to, view }: { from: string; to: string | null; view: View }) {
  const { as_of } = view.snapshot;
  if (from > as_of) return <Beside words="public.in" time={from} view={view} />;
  if (to === null || to <= as_of) return null;
  return <Beside words="public.ends_in" time={to} view={view} />;
}

/**
 * From a start to an end; the end's date only where it is another day than the start's. The script
 * needs to know which is which.
 */
export function Span({ from, to, view }: { from: string; to: string; view: View }) {
  const { f } = view;
  const sameDay = f.day(from) === f.day(to);
  return (
    <>
      <time dateTime={`${from}Z`} data-f="s">
        {f.dateTime(from)}
      </time>
      {" – "}
      <time dateTime={`${to}Z`} data-f="e">
        {sameDay ? f.time(to) : f.dateTime(to)}
      </time>
    </>
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

/** Whose days a page's days are: said where its times are in another zone. */
export function DaysZone({ view }: { view: View }) {
  const zone = view.snapshot.page.time_zone.replaceAll("_", " ");
  return <span className="zoned">{view.t("public.footer.days", { zone })}</span>;
}
