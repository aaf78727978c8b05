import type { PublicIncident } from "#lib/public-page/snapshot/incidents.ts";
import { unshown } from "#lib/public-page/snapshot/shown.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { More } from "./more.tsx";
import { TypeWord, typeClass } from "./state.tsx";
import { Moment, Ongoing } from "./time.tsx";
import { FoldedUpdates } from "./timeline.tsx";

function OpenIncident({ incident, view }: { incident: PublicIncident; view: View }) {
  const { visit, t } = view;
  const address = href(visit, `/incidents/${incident.id}`);
  return (
    <article className={`card ${typeClass(incident, view)}`} aria-labelledby={`i${incident.id}`}>
      <h3 id={`i${incident.id}`}>
        <a href={address} {...marked(incident, "title", visit)}>
          {localized(incident, "title", visit)}
        </a>
      </h3>
      <p className="meta">
        <TypeWord incident={incident} view={view} />
        {` · ${t("public.incidents.started")} `}
        <Moment time={incident.starts_at} view={view} />
        {" · "}
        <Ongoing since={incident.starts_at} view={view} />
      </p>
      <Chips ids={incident.service_ids} view={view} />
      <FoldedUpdates
        id={`i${incident.id}`}
        updates={incident.updates}
        view={view}
        whole={address}
      />
    </article>
  );
}

function outagesFirst(incidents: PublicIncident[]): PublicIncident[] {
  const { outages = [], others = [] } = Object.groupBy(incidents, ({ severity }) =>
    severity === "major" ? "outages" : "others",
  );
  return [...outages, ...others];
}

export function OpenIncidents({ view }: { view: View }) {
  const incidents = outagesFirst(view.snapshot.incidents);
  if (incidents.length === 0) return null;
  return (
    <section aria-labelledby="open">
      <h2 id="open">{view.t("public.incidents.open")}</h2>
      {incidents.map((incident) => (
        <OpenIncident key={incident.id} incident={incident} view={view} />
      ))}
      <More of="incidents" count={unshown(view.snapshot).incidents} view={view} />
    </section>
  );
}
