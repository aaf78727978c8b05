import { secondsBetween } from "#lib/clock.ts";
import { duration } from "#lib/public-page/format.ts";
import type { View } from "#lib/public-page/view.ts";

/** A moment in the page's zone: today's by its time alone. The script writes it in the visitor's. */
export function Moment({ time, view, id }: { time: string; view: View; id?: string }) {
  const { f, snapshot } = view;
  const today = f.day(time) === f.day(snapshot.as_of);
  return (
    <time dateTime={`${time}Z`} id={id} data-f={today ? "t" : undefined}>
      {today ? f.time(time) : f.dateTime(time)}
    </time>
  );
}

/** How long ago something was, beside its time: said of today only. The script keeps counting. */
export function Ago({ time, view }: { time: string; view: View }) {
  const { f, t, snapshot } = view;
  if (f.day(time) !== f.day(snapshot.as_of)) return null;
  const [before, after] = t("public.ago", { duration: "|" }).split("|");
  return (
    <>
      {` · ${before}`}
      <Ongoing since={time} view={view} />
      {after}
    </>
  );
}

/** From a start to an end; the end's date only where it is another day. */
export function Span({ from, to, view }: { from: string; to: string; view: View }) {
  const { f } = view;
  const sameDay = f.day(from) === f.day(to);
  return (
    <>
      <time dateTime={`${from}Z`}>{f.dateTime(from)}</time>
      {" – "}
      <time dateTime={`${to}Z`} data-f={sameDay ? "t" : undefined}>
        {sameDay ? f.time(to) : f.dateTime(to)}
      </time>
    </>
  );
}

/** How long something has been going on; the script keeps counting. */
export function Ongoing({ since, view }: { since: string; view: View }) {
  return <span data-since={`${since}Z`}>{duration(secondsBetween(since, view.snapshot.as_of))}</span>;
}
