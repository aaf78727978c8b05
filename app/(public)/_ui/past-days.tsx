import { secondsBetween } from "#lib/clock.ts";
import { renderMarkdown } from "#lib/markdown.ts";
import { duration } from "#lib/public-page/format.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import { localized } from "#lib/public-page/localized.ts";
import { PAST_DAYS } from "#lib/public-page/snapshot.ts";
import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";
import { Markdown } from "./markdown.tsx";
import { TypeWord } from "./state.tsx";

const MAX_A_DAY = 5;

type Props = {
  incident: PublicIncident;
  view: View;
  as: "h3" | "h4";
  /** Without its last update, which stands elsewhere on the page. */
  brief?: boolean;
};

/** An incident in a list of what was. */
export function PastIncident({ incident, view, as: Title, brief = false }: Props) {
  const { t, visit, snapshot } = view;
  const last = brief ? undefined : incident.updates[0];
  const isOver = incident.ends_at !== null && incident.ends_at <= snapshot.as_of;
  const length = duration(secondsBetween(incident.starts_at, isOver ? (incident.ends_at ?? "") : snapshot.as_of));
  return (
    <li>
      <Title>
        <a href={href(visit, `/incidents/${incident.id}`)}>{localized(incident, "title", visit.locale)}</a>
      </Title>
      <p className="meta">
        <TypeWord incident={incident} view={view} />
        {` · ${t(isOver ? "public.incidents.lasted" : "public.incidents.ongoing")} ${length}`}
      </p>
      {last && <Markdown html={renderMarkdown(localized(last, "description", visit.locale))} />}
    </li>
  );
}

function Day({ day, incidents, view }: { day: string; incidents: PublicIncident[]; view: View }) {
  const { t, f, visit } = view;
  const name = day === f.day(view.snapshot.as_of) ? t("public.past.today") : f.weekday(day);
  return (
    <li>
      <h3>
        {`${name}, `}
        {incidents.length === 0 ? f.calendarDay(day) : <a href={href(visit, `/history/${day}`)}>{f.calendarDay(day)}</a>}
      </h3>
      {incidents.length === 0 ? (
        <p className="meta">{t("public.past.none")}</p>
      ) : (
        <ul>
          {incidents.slice(0, MAX_A_DAY).map((incident) => (
            <PastIncident key={incident.id} incident={incident} view={view} as="h4" brief={!isToldOn(incident, day, view)} />
          ))}
          {incidents.length > MAX_A_DAY && (
            <li>
              <a href={href(visit, `/history/${day}`)}>{t("public.sentence.more", { count: incidents.length - MAX_A_DAY })}</a>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/** Whether a day is where the last update of something past is told: the day it began, or the first day listed. */
function isToldOn({ starts_at, ends_at }: PublicIncident, day: string, { f, days, snapshot }: View): boolean {
  const isOver = ends_at !== null && ends_at <= snapshot.as_of;
  return isOver && day === [f.day(starts_at), days.at(-PAST_DAYS) ?? ""].sort()[1];
}

/** The last days, a line each, with all that went on then, be it over or not. */
export function PastDays({ view }: { view: View }) {
  const { t, f, days, snapshot } = view;
  const all = [...snapshot.incidents, ...snapshot.maintenances, ...snapshot.past];
  const wentOn = (day: string) => (incident: PublicIncident) =>
    f.day(incident.starts_at) <= day && day <= f.day(incident.ends_at ?? snapshot.as_of);
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t("public.past.title")}</h2>
      <ol className="past">
        {days
          .slice(-PAST_DAYS)
          .toReversed()
          .map((day) => (
            <Day key={day} day={day} incidents={all.filter(wentOn(day))} view={view} />
          ))}
      </ol>
    </section>
  );
}
