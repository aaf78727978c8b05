import { isActive } from "#lib/incidents/state.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { countedSince } from "#lib/site/view/course.ts";
import { outagesFirst, type View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { causes } from "#lib/site/words/sentence.ts";
import { Course } from "./course.tsx";
import { InLanguage } from "./in-language.tsx";
import { Going, IncidentTitle, RenderedText } from "./incidents.tsx";
import { Line } from "./line.tsx";
import { MaintenanceDetails, Planned } from "./maintenances.tsx";
import { Disc } from "./shape.tsx";
import { STATE_CLASS, TypeWord } from "./state.tsx";
import { Ago, Around, HERE, Moment, Ongoing, Promised, Soon } from "./time.tsx";

const MAX_CAUSES = 5;

/** Links to the incidents that the sentence is about. */
function Causes({ view }: { view: View }) {
  const { snapshot, sentence, visit, t, lead } = view;
  const { incidents, totals } = snapshot;
  const all = incidents.length > 0 ? outagesFirst(incidents) : causes(snapshot);
  if (lead || all.length === 0 || sentence.until) return null;
  const shown = all.slice(0, MAX_CAUSES);
  const more = (incidents.length > 0 ? totals.incidents : totals.maintenances) - shown.length;
  return (
    <ul className="causes">
      {shown.map((incident) => (
        <li key={incident.id}>
          <TypeWord incident={incident} view={view} />
          <a href={`#i${incident.id}`} {...marked(incident, "title", visit)}>
            {localized(incident, "title", visit)}
          </a>{" "}
          <span className="meta">
            <Ongoing since={countedSince(incident, view)} view={view} />
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={incidents.length > 0 ? "#open" : "#maintenance"}>
            {t("public.sentence.more", { count: more })}
          </a>
        </li>
      )}
    </ul>
  );
}

/** The sentence, with the end of what it tells where that is one planned thing. */
function OperatorText({ view }: { view: View }) {
  const { sentence, t } = view;
  const { text, marks = {}, until } = sentence;
  const said = <InLanguage marks={marks}>{text}</InLanguage>;
  if (!until) return said;
  return (
    <Around text={t("page.until", { sentence: text, time: HERE })}>
      <Moment time={until} view={view} />
    </Around>
  );
}

/** The one open incident or running maintenance, told in full. */
function Lead({ incident, view }: { incident: PublicIncident; view: View }) {
  const isTitled = localized(incident, "title", view.visit) !== view.sentence.text;
  return (
    <article className="body" aria-labelledby={isTitled ? `i${incident.id}` : "now"}>
      {isTitled && <IncidentTitle incident={incident} view={view} as="h2" />}
      {incident.severity === "scheduled" ? (
        <>
          <Planned maintenance={incident} view={view} />
          <MaintenanceDetails maintenance={incident} view={view} />
        </>
      ) : (
        <>
          <Going incident={incident} view={view} />
          <Course incident={incident} view={view} />
          <RenderedText incident={incident} view={view} />
        </>
      )}
    </article>
  );
}

function AsOf({ view }: { view: View }) {
  return (
    <Around text={view.t("public.as_of", { time: HERE })}>
      <Moment time={view.snapshot.as_of} view={view} id="as-of" />
    </Around>
  );
}

/** The one large line that says how things are, and what it is about. */
export function SentenceBlock({ view }: { view: View }) {
  const { sentence, snapshot, t, lead } = view;
  const state = sentence.severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown");
  const newest = lead?.updates[0];
  return (
    <section className={`now ${STATE_CLASS[state]}`} aria-labelledby="now">
      <div className="say">
        <Disc state={state} />
        <h1 id="now">
          <OperatorText view={view} />
        </h1>
        <Line className="meta">
          {newest && <Ago time={newest.posted_at} view={view} words="page.updated" />}
          {lead?.next_update_at && isActive(lead, snapshot.as_of) && (
            <Promised time={lead.next_update_at} view={view} />
          )}
          {!lead && sentence.until && (
            <Soon from={snapshot.as_of} to={sentence.until} view={view} />
          )}
          <AsOf view={view} />
        </Line>
        <Causes view={view} />
        <p id="stale" role="status" data-text={t("page.stale", { time: "|" })} />
      </div>
      {lead && <Lead incident={lead} view={view} />}
    </section>
  );
}
