import { secondsBetween } from "#lib/clock.ts";
import type { PublicIncident } from "#lib/public-page/snapshot/incidents.ts";
import { PAST_DAYS, type PastDay } from "#lib/public-page/snapshot/past-days.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Text } from "./markdown.tsx";
import { TypeWord } from "./state.tsx";
import { DaysZone } from "./time.tsx";

type Props = {
  incident: PublicIncident;
  view: View;
  as: "h3" | "h4";
  /** Without its last update, which stands elsewhere on the page. */
  brief?: boolean;
};

/** An incident in a list of what was. */
export function PastIncident({ incident, view, as: Title, brief = false }: Props) {
  const { t, f, visit, snapshot } = view;
  const last = brief ? undefined : incident.updates[0];
  const address = href(visit, `/incidents/${incident.id}`);
  const isOver = incident.ends_at !== null && incident.ends_at <= snapshot.as_of;
  const length = f.duration(
    secondsBetween(incident.starts_at, isOver ? (incident.ends_at ?? "") : snapshot.as_of),
  );
  return (
    <li>
      <Title>
        <a href={address} {...marked(incident, "title", visit)}>
          {localized(incident, "title", visit)}
        </a>
      </Title>
      <p className="meta">
        <TypeWord incident={incident} view={view} />
        {` · ${t(isOver ? "public.incidents.lasted" : "public.incidents.ongoing")} ${length}`}
      </p>
      {last && <Text by={last} view={view} whole={address} />}
    </li>
  );
}

function Day({ past: { day, incidents, total }, view }: { past: PastDay; view: View }) {
  const { t, f, visit } = view;
  const more = total - incidents.length;
  return (
    <li>
      <h3>
        {`${f.weekday(day)}, `}
        {total === 0 ? (
          f.calendarDay(day)
        ) : (
          <a href={href(visit, `/history/${day}`)}>{f.calendarDay(day)}</a>
        )}
      </h3>
      {total === 0 ? (
        <p className="meta">{t("public.past.none")}</p>
      ) : (
        <ul>
          {incidents.map((incident) => (
            <PastIncident
              key={incident.id}
              incident={incident}
              view={view}
              as="h4"
              brief={!isToldOn(incident, day, view)}
            />
          ))}
          {more > 0 && (
            <li>
              <a href={href(visit, `/history/${day}`)}>
                {t("public.sentence.more", { count: more })}
              </a>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

/**
 * Whether a day is where the last update of something past is told: the day it began, or the first
 * day listed.
 */
function isToldOn(
  { starts_at, ends_at }: PublicIncident,
  day: string,
  { f, days, snapshot }: View,
): boolean {
  const isOver = ends_at !== null && ends_at <= snapshot.as_of;
  return isOver && day === [f.day(starts_at), days.at(-PAST_DAYS) ?? ""].sort()[1];
}

/** The last days, a line each, with all that went on then, be it over or not. */
export function PastDays({ view }: { view: View }) {
  const { t, snapshot } = view;
  return (
    <section aria-labelledby="past">
      <h2 id="past">{t("public.past.title")}</h2>
      <p className="meta">
        <DaysZone view={view} />
      </p>
      <ol className="past">
        {snapshot.past_days.map((past) => (
          <Day key={past.day} past={past} view={view} />
        ))}
      </ol>
    </section>
  );
}
