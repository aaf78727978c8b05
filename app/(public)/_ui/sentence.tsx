import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { causes } from "#lib/public-page/words/sentence.ts";
import { InLanguage } from "./in-language.tsx";
import { Shape } from "./shape.tsx";
import { STATE_CLASS } from "./state.tsx";
import { Moment, Ongoing } from "./time.tsx";

const MAX_CAUSES = 3;

/** Where to read on: what makes the page say that. */
function Causes({ view }: { view: View }) {
  const { snapshot, sentence, visit, t } = view;
  const shown = causes(snapshot).slice(0, MAX_CAUSES);
  if (sentence.severity === null || shown.length === 0) return null;
  const more = snapshot.running[sentence.severity].count - shown.length;
  return (
    <ul className="causes">
      {shown.map((incident) => (
        <li key={incident.id}>
          <a href={`#i${incident.id}`} {...marked(incident, "title", visit)}>
            {localized(incident, "title", visit)}
          </a>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href={sentence.severity === "scheduled" ? "#maintenance" : "#open"}>
            {t("public.sentence.more", { count: more })}
          </a>
        </li>
      )}
    </ul>
  );
}

/** The one large line that says how things are. */
export function SentenceBlock({ view }: { view: View }) {
  const { sentence, snapshot, t } = view;
  const { severity, since, text, marks = {} } = sentence;
  const state = severity ?? (snapshot.by_id.size > 0 ? "none" : "unknown");
  return (
    <section className={`now ${STATE_CLASS[state]}`} aria-labelledby="now">
      <h1 id="now">
        <Shape state={state} />
        <InLanguage marks={marks}>{text}</InLanguage>
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
