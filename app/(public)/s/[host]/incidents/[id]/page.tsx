import { Back } from "#app/(public)/_ui/back.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { Course } from "#app/(public)/_ui/course.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { feedLinks, subscribeLinks, Ways } from "#app/(public)/_ui/follow.tsx";
import { detectedText, Going, Name, uncountedText } from "#app/(public)/_ui/incidents.tsx";
import { Line } from "#app/(public)/_ui/line.tsx";
import { AddToCalendar, Planned } from "#app/(public)/_ui/maintenances.tsx";
import { Text } from "#app/(public)/_ui/markdown.tsx";
import { Rail } from "#app/(public)/_ui/rail.tsx";
import { Disc } from "#app/(public)/_ui/shape.tsx";
import { STATE_CLASS, TypeWord, typeClass } from "#app/(public)/_ui/state.tsx";
import { Span } from "#app/(public)/_ui/time.tsx";
import { Timeline, Update } from "#app/(public)/_ui/timeline.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { everAffected } from "#lib/incidents/affected.ts";
import { isActive, type Phase, phaseAt } from "#lib/incidents/state.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { loadIncident, type Postmortem } from "#lib/site/snapshot/records.ts";
import { secondsLasted } from "#lib/site/view/course.ts";
import { briefText, postmortemTexts, updateTexts } from "#lib/site/view/operator-texts.ts";
import { kindOf, type View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

const MAX_NAMED = 200;

type Props = { incident: PublicIncident; view: View };

function When({ incident, view }: Props) {
  const { t, f } = view;
  const { starts_at, ends_at, severity } = incident;
  if (severity === "scheduled") return <Planned maintenance={incident} view={view} />;
  if (ends_at === null) return <Going incident={incident} view={view} promise />;
  return (
    <Line className="meta">
      <em className="k o">{t("page.resolved")}</em>
      {t("page.lasted", { duration: f.duration(secondsLasted(incident, view)) })}
      <Span from={starts_at} to={ends_at} view={view} />
      <TypeWord incident={kindOf(incident, view)} view={view} />
      {detectedText({ incident, view })}
      {uncountedText({ incident, view })}
    </Line>
  );
}

function Learned({ postmortem, view }: { postmortem: Postmortem; view: View }) {
  return (
    <section aria-labelledby="postmortem">
      <h2 id="postmortem">{view.t("public.incidents.postmortem")}</h2>
      <Text by={postmortem} view={view} />
    </section>
  );
}

/** How somebody hears of an incident as long as there is more to hear. */
function Follow({ incident: { id }, view }: Props) {
  const { t } = view;
  const links = [
    ...subscribeLinks(t("subscribe.follow_incident"), view, { incident: id }),
    ...feedLinks(view, `/incidents/${id}`, ["rss", "atom"]),
  ];
  return links.length > 0 && <Ways links={links} />;
}

const ENDS: Partial<Record<Phase, "none" | "unknown">> = { closed: "none", called_off: "unknown" };

/** The block at the top: state, affected services, stages, the newest update. */
function Top({ incident, view }: Props) {
  const { visit, snapshot } = view;
  const { severity, updates, deleted_services } = incident;
  const [newest] = updates;
  const affected = isActive(incident, snapshot.as_of)
    ? incident.service_ids
    : everAffected(incident);
  const isPlanned = severity === "scheduled";
  const state = ENDS[phaseAt(snapshot.as_of, incident)] ?? severity;
  const look = state === severity ? typeClass(incident, view) : STATE_CLASS[state];
  return (
    <section className={`now ${look}`} aria-labelledby="now">
      <div className="say">
        <Disc state={state} />
        <h1 id="now" {...marked(incident, "title", visit)}>
          <Name incident={incident} view={view} />
        </h1>
        <When incident={incident} view={view} />
        <Course incident={incident} view={view} />
      </div>
      <div className="body">
        <Chips ids={affected} deleted={deleted_services} view={view} max={MAX_NAMED} />
        {!isPlanned && <Rail updates={updates} view={view} />}
        {newest && <Update update={newest} view={view} as="p" of={incident} />}
        {isPlanned && <AddToCalendar maintenance={incident} view={view} />}
        {!isPlanned && state === severity && <Follow incident={incident} view={view} />}
      </div>
    </section>
  );
}

type Told = Props & { postmortem: Postmortem | null };

function IncidentPage({ incident, postmortem, view }: Told) {
  const { snapshot, visit } = view;
  const { id, severity, updates } = incident;
  const active = isActive(incident, snapshot.as_of);
  return (
    <PageDocument
      view={view}
      path={`/incidents/${id}`}
      title={localized(incident, "title", visit)}
      severity={active ? severity : null}
      description={briefText(updates, view)}
      picture={`/incidents/${id}/og.png`}
    >
      <Back view={view} />
      <Top incident={incident} view={view} />
      {postmortem && <Learned postmortem={postmortem} view={view} />}
      {updates.length !== 1 && <Timeline updates={updates.slice(1)} of={incident} view={view} />}
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.incident, props, {
    open: (ctx, { subdomain, id }) => loadIncident(ctx, { subdomain, incident_id: numberIn(id) }),
    say: (view, { incident, postmortem }) => [
      ...postmortemTexts(postmortem, view),
      ...updateTexts(incident.updates, view),
    ],
    draw: (view, { incident, postmortem }) => (
      <IncidentPage incident={incident} postmortem={postmortem} view={view} />
    ),
  });
}
