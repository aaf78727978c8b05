import { Back } from "#app/(public)/_ui/back.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { feedLinks, subscribeLinks, Ways } from "#app/(public)/_ui/follow.tsx";
import { detectedText, Going } from "#app/(public)/_ui/incidents.tsx";
import { Line } from "#app/(public)/_ui/line.tsx";
import { AddToCalendar, Planned } from "#app/(public)/_ui/maintenances.tsx";
import { Text } from "#app/(public)/_ui/markdown.tsx";
import { Rail } from "#app/(public)/_ui/rail.tsx";
import { TypeWord, typeClass } from "#app/(public)/_ui/state.tsx";
import { Span } from "#app/(public)/_ui/time.tsx";
import { Timeline } from "#app/(public)/_ui/timeline.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { secondsBetween } from "#lib/clock.ts";
import { isActive, phaseAt } from "#lib/incidents/state.ts";
import type { PublicIncident } from "#lib/public-page/snapshot/incidents.ts";
import { openIncident, type Postmortem } from "#lib/public-page/snapshot/open.ts";
import { saidAfterwards, saidByUpdates, toldBriefly } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { numberIn } from "#lib/public-page/words/visitor.ts";
import { PAGES } from "#lib/public-routes/pages.ts";

const MAX_NAMED = 200;

function When({ incident, view }: { incident: PublicIncident; view: View }) {
  const { t, f, snapshot } = view;
  const { starts_at, ends_at, severity } = incident;
  if (severity === "scheduled") {
    const phase = PHASES[phaseAt(snapshot.as_of, incident)];
    return <Planned maintenance={incident} phase={phase} view={view} />;
  }
  if (ends_at === null) return <Going incident={incident} view={view} promise />;
  return (
    <Line className="meta">
      <TypeWord incident={incident} view={view} />
      <em className="k o">{t("page.resolved")}</em>
      {t("page.lasted", { duration: f.duration(secondsBetween(starts_at, ends_at)) })}
      <Span from={starts_at} to={ends_at} view={view} />
      {detectedText({ incident, view })}
    </Line>
  );
}
const PHASES = { upcoming: "upcoming", open: "running", closed: null } as const;

/** What was learned, above how it went. */
function Learned({ postmortem, view }: { postmortem: Postmortem; view: View }) {
  return (
    <section aria-labelledby="postmortem">
      <h2 id="postmortem">{view.t("public.incidents.postmortem")}</h2>
      <Text by={postmortem} view={view} />
    </section>
  );
}

/** How somebody hears of an incident as long as there is more to hear. */
function Follow({ incident: { id }, view }: { incident: PublicIncident; view: View }) {
  const { t } = view;
  const links = [
    ...subscribeLinks(t("subscribe.follow_incident"), view, { incident: id }),
    ...feedLinks(view, `/incidents/${id}`, ["rss", "atom"]),
  ];
  return links.length > 0 && <Ways links={links} />;
}

type Told = { incident: PublicIncident; postmortem: Postmortem | null; view: View };

function IncidentPage({ incident, postmortem, view }: Told) {
  const { snapshot, visit } = view;
  const title = localized(incident, "title", visit);
  const active = isActive(incident, snapshot.as_of);
  const isPlanned = incident.severity === "scheduled";
  return (
    <PageDocument
      view={view}
      path={`/incidents/${incident.id}`}
      title={title}
      severity={active ? incident.severity : null}
      description={toldBriefly(incident.updates, view)}
      picture={`/incidents/${incident.id}/og.png`}
    >
      <Back view={view} />
      <h1 {...marked(incident, "title", visit)}>{title}</h1>
      <When incident={incident} view={view} />
      <Chips ids={incident.service_ids} view={view} max={MAX_NAMED} />
      {!isPlanned && (
        <div className={typeClass(incident, view)}>
          <Rail updates={incident.updates} view={view} />
        </div>
      )}
      {isPlanned && <AddToCalendar maintenance={incident} view={view} />}
      {active && !isPlanned && <Follow incident={incident} view={view} />}
      {postmortem && <Learned postmortem={postmortem} view={view} />}
      <Timeline updates={incident.updates} severity={incident.severity} view={view} />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.incident, props, {
    open: (ctx, { subdomain, id }) => openIncident(ctx, { subdomain, incident_id: numberIn(id) }),
    say: (view, { incident, postmortem }) => [
      ...saidAfterwards(postmortem, view),
      ...saidByUpdates(incident.updates, view),
    ],
    draw: (view, { incident, postmortem }) => (
      <IncidentPage incident={incident} postmortem={postmortem} view={view} />
    ),
  });
}
