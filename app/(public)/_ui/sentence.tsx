import type { View } from "#lib/public-page/view.ts";
import { Shape } from "./shape.tsx";
import { stateClass } from "./state.tsx";
import { Moment, Ongoing } from "./time.tsx";

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
      <p id="stale" role="status" data-text={t("public.stale")} />
    </section>
  );
}
