import { localized } from "#lib/public-page/localized.ts";
import { causes } from "#lib/public-page/sentence.ts";
import type { View } from "#lib/public-page/view.ts";
import { Shape } from "./shape.tsx";
import { stateClass } from "./state.tsx";
import { Moment, Ongoing } from "./time.tsx";

const MAX_CAUSES = 3;

/** Where to read on: what makes the page say that. */
function Causes({ view }: { view: View }) {
  const { snapshot, sentence, visit, t } = view;
  const all = causes(snapshot);
  const shown = all.slice(0, MAX_CAUSES);
  const more = all.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <ul className="causes">
      {shown.map((incident) => (
        <li key={incident.id}>
          <a href={`#i${incident.id}`}>{localized(incident, "title", visit.locale)}</a>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={sentence.severity === "scheduled" ? "#maintenance" : "#open"}>{t("public.sentence.more", { count: more })}</a>
        </li>
      )}
    </ul>
  );
}

/** The one large line that says how things are. */
export function SentenceBlock({ view }: { view: View }) {
  const { sentence, snapshot, t } = view;
  const { severity, since, text } = sentence;
  return (
    <section className={`now ${stateClass(severity)}`} aria-labelledby="now">
      <h1 id="now">
        <Shape severity={severity} />
        {text}
      </h1>
      <p>
        {`${t("public.as_of")} `}
        <Moment time={snapshot.as_of} view={view} id="as-of" />
        {since && (
          <>
            {` · ${t("public.since")} `}
            <Moment time={since} view={view} />
            {" · "}
            <Ongoing since={since} view={view} />
          </>
        )}
      </p>
      <Causes view={view} />
      <p id="stale" role="status" data-text={t("public.stale")} />
    </section>
  );
}
