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

export function PastIncident({ incident, view }: { incident: PublicIncident; view: View }) {
  const { t, visit } = view;
  const [last] = incident.updates;
  return (
    <li>
      <h4>
        <a href={href(visit, `/incidents/${incident.id}`)}>{localized(incident, "title", visit.locale)}</a>
      </h4>
      <p className="meta">
        <TypeWord severity={incident.severity} t={t} />
        {` · ${t("public.incidents.lasted")} ${duration(secondsBetween(incident.starts_at, incident.ends_at ?? view.snapshot.as_of))}`}
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
        <a href={href(visit, `/history/${day}`)}>{f.calendarDay(day)}</a>
      </h3>
      {incidents.length === 0 ? (
        <p className="meta">{t("public.past.none")}</p>
      ) : (
        <ul>
          {incidents.slice(0, MAX_A_DAY).map((incident) => (
            <PastIncident key={incident.id} incident={incident} view={view} />
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

/** The last days, a line each. What ended lately stands at the day it began, or at the first day listed. */
export function PastDays({ view }: { view: View }) {
  const { t, f, days, snapshot } = view;
  const listed = days.slice(-PAST_DAYS);
  const first = listed[0] ?? "";
  const dayOf = (incident: PublicIncident) => [f.day(incident.starts_at), first].sort()[1] ?? first;
  const byDay = Map.groupBy(snapshot.past, dayOf);
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t("public.past.title")}</h2>
      <ol className="past">
        {listed.toReversed().map((day) => (
          <Day key={day} day={day} incidents={byDay.get(day) ?? []} view={view} />
        ))}
      </ol>
    </section>
  );
}
