import { everAffected } from "#lib/incidents/affected.ts";
import { countUnlisted } from "#lib/site/snapshot/activity.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { countedSince, secondsLasted } from "#lib/site/view/course.ts";
import { isUncounted, outagesFirst, type View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { Course } from "./course.tsx";
import { Line } from "./line.tsx";
import { More } from "./more.tsx";
import { Rail } from "./rail.tsx";
import { TypeWord, typeClass } from "./state.tsx";
import { Around, HERE, Moment, Ongoing, Promised, Span } from "./time.tsx";
import { FoldedUpdates } from "./timeline.tsx";

// More are folded, so that the services stay near.
const MAX_RESOLVED = 3;

type Props = { incident: PublicIncident; view: View };

/** The title; that of a maintenance that is called off is struck through. */
export function Name({ incident, view }: Props) {
  const title = localized(incident, "title", view.visit);
  return incident.plan === "called_off" ? <s>{title}</s> : title;
}

/** The title of an incident, which leads to its own page and is where links to `#i7` lead. */
export function IncidentTitle({ incident, view, as: Title }: Props & { as: "h2" | "h3" | "h4" }) {
  const { visit } = view;
  return (
    <Title id={`i${incident.id}`}>
      <a href={href(visit, `/incidents/${incident.id}`)} {...marked(incident, "title", visit)}>
        <Name incident={incident} view={view} />
      </a>
    </Title>
  );
}

/** Tells that nobody has looked at it yet. */
export function detectedText({ incident, view }: Props): string | null {
  return incident.automation === "detected" ? view.t("automation.detected") : null;
}

/** The remark that it leaves the uptime of its services as it was. */
export function uncountedText({ incident, view }: Props): string | null {
  return isUncounted(incident, view) ? view.t("public.incidents.uncounted") : null;
}

function Started({ at, view }: { at: string; view: View }) {
  return (
    <Around text={view.t("public.incidents.started", { time: HERE })}>
      <Moment time={at} view={view} />
    </Around>
  );
}

/** How bad it is and since when: "Outage, started 14:02 CET, 23 min"; `promise`: and when there is more. */
export function Going({ incident, view, promise = false }: Props & { promise?: boolean }) {
  return (
    <Line className="meta">
      <TypeWord incident={incident} view={view} />
      <Started at={incident.starts_at} view={view} />
      <Ongoing since={countedSince(incident, view)} view={view} />
      {detectedText({ incident, view })}
      {uncountedText({ incident, view })}
      {promise && incident.next_update_at && (
        <Promised time={incident.next_update_at} view={view} />
      )}
    </Line>
  );
}

/** Affected services, state, and the newest update. */
export function RenderedText({ incident, view }: Props) {
  const { id, service_ids, deleted_services, updates } = incident;
  return (
    <>
      <Chips ids={service_ids} deleted={deleted_services} view={view} />
      <Rail updates={updates} view={view} />
      <FoldedUpdates
        id={`i${id}`}
        updates={updates}
        of={incident}
        view={view}
        whole={href(view.visit, `/incidents/${id}`)}
      />
    </>
  );
}

function OpenIncident({ incident, view }: Props) {
  return (
    <article className={`case ${typeClass(incident, view)}`} aria-labelledby={`i${incident.id}`}>
      <header>
        <IncidentTitle incident={incident} view={view} as="h3" />
        <Going incident={incident} view={view} promise />
        <Course incident={incident} view={view} />
      </header>
      <div className="body">
        <RenderedText incident={incident} view={view} />
      </div>
    </article>
  );
}

/** Several open incidents, outages first. A single one stands at the top of the page. */
export function OpenIncidents({ view }: { view: View }) {
  const incidents = outagesFirst(view.snapshot.incidents);
  if (incidents.length === 0 || view.lead) return null;
  return (
    <section aria-labelledby="open">
      <h2 id="open">{view.t("public.incidents.open")}</h2>
      {incidents.map((incident) => (
        <OpenIncident key={incident.id} incident={incident} view={view} />
      ))}
      <More of="incidents" count={countUnlisted(view.snapshot).incidents} view={view} />
    </section>
  );
}

function Resolved({ incident, view }: Props) {
  const { starts_at, ends_at, deleted_services, updates, id } = incident;
  const { t, f, visit } = view;
  const end = ends_at ?? starts_at;
  return (
    <article className="case o" aria-labelledby={`i${id}`}>
      <header>
        <IncidentTitle incident={incident} view={view} as="h3" />
        <Line className="meta">
          <em className="k o">{t("page.resolved")}</em>
          {t("page.lasted", { duration: f.duration(secondsLasted(incident, view)) })}
          <Span from={starts_at} to={end} view={view} />
          {detectedText({ incident, view })}
          {uncountedText({ incident, view })}
        </Line>
        <Course incident={incident} view={view} />
      </header>
      <div className="body">
        <Chips ids={everAffected(incident)} deleted={deleted_services} view={view} />
        <FoldedUpdates
          id={`i${id}`}
          updates={updates}
          of={incident}
          view={view}
          whole={href(visit, `/incidents/${id}`)}
        />
      </div>
    </article>
  );
}

/** Incidents that were resolved within the last day. */
export function RecentlyResolved({ view }: { view: View }) {
  const { incidents, total } = view.snapshot.recent;
  if (incidents.length === 0) return null;
  const folded = total - MAX_RESOLVED;
  const rest = total - incidents.length;
  const resolved = (incident: PublicIncident) => (
    <Resolved key={incident.id} incident={incident} view={view} />
  );
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{view.t("page.recent")}</h2>
      {incidents.slice(0, MAX_RESOLVED).map(resolved)}
      {folded > 0 && (
        <details className="more" id="resolved-more">
          <summary>{view.t("public.sentence.more", { count: folded })}</summary>
          {incidents.slice(MAX_RESOLVED).map(resolved)}
          {rest > 0 && (
            <p className="meta">
              <a href="#past">{view.t("public.sentence.more", { count: rest })}</a>
            </p>
          )}
        </details>
      )}
    </section>
  );
}
