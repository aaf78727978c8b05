import { isActive } from "#lib/incidents/state.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { PAST_DAYS, type PastDay } from "#lib/site/snapshot/past.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { Happened } from "./happened.tsx";
import { Line } from "./line.tsx";
import { DaysZone } from "./time.tsx";

type DayProps = { past: PastDay; view: View };

/** Incidents of a day that are over; open ones stand at the top and are only counted here. */
function Listed({ past: { day, incidents, total }, view }: DayProps) {
  const { t, visit, snapshot } = view;
  const { open = [], over = [] } = Object.groupBy(incidents, (incident) =>
    isActive(incident, snapshot.as_of) ? "open" : "over",
  );
  const recent = new Set(snapshot.recent.incidents.map(({ id }) => id));
  const more = total - incidents.length;
  return (
    <ul>
      {open.length > 0 && (
        <li className="meta">
          <a href="#main">{t("page.past.open", { count: open.length })}</a>
        </li>
      )}
      {over.map((incident) => (
        <Happened
          key={incident.id}
          incident={incident}
          view={view}
          as="h4"
          day={day}
          brief={recent.has(incident.id) || !isToldOn(incident, day, view)}
        />
      ))}
      {more > 0 && (
        <li>
          <a href={href(visit, `/history/${day}`)}>{t("public.sentence.more", { count: more })}</a>
        </li>
      )}
    </ul>
  );
}

function Day({ past, view }: DayProps) {
  const { f, visit } = view;
  return (
    <li>
      <h3>
        <b>
          <a href={href(visit, `/history/${past.day}`)}>{f.calendarDay(past.day)}</a>
        </b>{" "}
        <span className="meta">{f.weekday(past.day)}</span>
      </h3>
      <Listed past={past} view={view} />
    </li>
  );
}

/** Days in a row on which nothing happened. */
function Quiet({ days, view }: { days: PastDay[]; view: View }) {
  const { f, t } = view;
  const [newest, oldest] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  return (
    <li data-days={days.length}>
      <h3>
        <b>{days.length === 1 ? f.calendarDay(newest) : f.calendarDays(oldest, newest)}</b>{" "}
        {days.length === 1 && <span className="meta">{f.weekday(newest)}</span>}
      </h3>
      <p className="meta">{t("public.past.none")}</p>
    </li>
  );
}

/**
 * Whether a day is where the last update of something past is told: the day it began, or the first
 * day listed.
 */
function isToldOn({ starts_at }: PublicIncident, day: string, { f, days }: View): boolean {
  return day === [f.day(starts_at), days.at(-PAST_DAYS) ?? ""].sort()[1];
}

/** The days in the order given, those that are quiet gathered in runs. */
function runsOf(days: readonly PastDay[]): PastDay[][] {
  const runs: PastDay[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && day.total === 0 && last[0]?.total === 0) last.push(day);
    else runs.push([day]);
  }
  return runs;
}

/** The last days, with all that happened then; quiet ones in a row are one line. */
export function PastDays({ view }: { view: View }) {
  const { t, snapshot, visit } = view;
  return (
    <section aria-labelledby="past">
      <div className="head">
        <h2 id="past">{t("public.past.title")}</h2>
        <Line className="meta">
          <DaysZone view={view} />
          <a href={href(visit, "/history")}>{t("history.title")}</a>
        </Line>
      </div>
      <ol className="past">
        {runsOf(snapshot.past_days).map((run) =>
          run.map((past) => past.total).some((total) => total > 0) && run[0] ? (
            <Day key={run[0].day} past={run[0]} view={view} />
          ) : (
            <Quiet key={run[0]?.day} days={run} view={view} />
          ),
        )}
      </ol>
    </section>
  );
}
