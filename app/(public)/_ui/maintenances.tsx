import { secondsBetween } from "#lib/platform/clock.ts";
import { countUnlisted } from "#lib/site/snapshot/activity.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { IncidentTitle } from "./incidents.tsx";
import { Line } from "./line.tsx";
import { More } from "./more.tsx";
import { TypeWord } from "./state.tsx";
import { Moment, Soon, Span } from "./time.tsx";
import { FoldedUpdates } from "./timeline.tsx";

// More are folded, so that the services stay near.
const MAX_UPCOMING = 3;

type Props = { maintenance: PublicIncident; view: View };

/** The phase of a maintenance, its kind where it has one of its own, when it is and how soon. */
export function Planned({ maintenance, phase, view }: Props & { phase: Phase | null }) {
  const { t, f, snapshot } = view;
  const { starts_at, ends_at, type } = maintenance;
  const isOver = ends_at !== null && ends_at <= snapshot.as_of;
  return (
    <Line className="meta">
      {phase && <em className="k p">{t(`public.maintenance.${phase}`)}</em>}
      {isOver && <em className="k o">{t("public.update.completed")}</em>}
      {(snapshot.types.has(type) || !phase) && <TypeWord incident={maintenance} view={view} />}
      {ends_at === null ? (
        <Moment time={starts_at} view={view} />
      ) : (
        <Span from={starts_at} to={ends_at} view={view} />
      )}
      <Soon from={starts_at} to={ends_at} view={view} />
      {ends_at === null
        ? t("public.maintenance.open_end")
        : phase !== "running" &&
          t(isOver ? "page.lasted" : "public.maintenance.takes", {
            duration: f.duration(secondsBetween(starts_at, ends_at)),
          })}
    </Line>
  );
}
type Phase = "running" | "upcoming";

/** The way to a maintenance in a visitor's own calendar. */
export function AddToCalendar({ maintenance: { id }, view }: Props) {
  const { snapshot, visit, t } = view;
  if (!snapshot.page.settings.calendar_enabled) return null;
  return (
    <p className="meta">
      <a href={href(visit, `/incidents/${id}/calendar.ics`)}>{t("public.maintenance.add")}</a>
    </p>
  );
}

/** The affected services of a maintenance and its updates. */
export function MaintenanceDetails({ maintenance, view }: Props) {
  const { id, service_ids, updates } = maintenance;
  return (
    <>
      <Chips ids={service_ids} view={view} />
      <FoldedUpdates
        id={`i${id}`}
        updates={updates}
        severity="scheduled"
        view={view}
        whole={href(view.visit, `/incidents/${id}`)}
      />
      <AddToCalendar maintenance={maintenance} view={view} />
    </>
  );
}

function Running({ maintenance, view }: Props) {
  return (
    <article className="case p" aria-labelledby={`i${maintenance.id}`}>
      <header>
        <IncidentTitle incident={maintenance} view={view} as="h3" />
        <Planned maintenance={maintenance} phase="running" view={view} />
      </header>
      <div className="body">
        <MaintenanceDetails maintenance={maintenance} view={view} />
      </div>
    </article>
  );
}

function Upcoming({ maintenance, view }: Props) {
  return (
    <article className="plan" aria-labelledby={`i${maintenance.id}`}>
      <IncidentTitle incident={maintenance} view={view} as="h3" />
      <Planned maintenance={maintenance} phase="upcoming" view={view} />
      <MaintenanceDetails maintenance={maintenance} view={view} />
    </article>
  );
}

/** Running maintenance, unless it is at the top of the page, then planned maintenance. */
export function Maintenances({ view }: { view: View }) {
  const { maintenances, upcoming_maintenances, totals } = view.snapshot;
  const rest = countUnlisted(view.snapshot);
  const running = maintenances.filter(({ id }) => id !== view.lead?.id);
  if (running.length + upcoming_maintenances.length === 0) return null;
  const later = upcoming_maintenances.slice(MAX_UPCOMING);
  const upcoming = (maintenance: PublicIncident) => (
    <Upcoming key={maintenance.id} maintenance={maintenance} view={view} />
  );
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{view.t("public.maintenance.title")}</h2>
      {running.map((maintenance) => (
        <Running key={maintenance.id} maintenance={maintenance} view={view} />
      ))}
      <More of="maintenances" count={rest.maintenances} view={view} />
      {upcoming_maintenances.slice(0, MAX_UPCOMING).map(upcoming)}
      {later.length > 0 && (
        <details className="more" id="later">
          <summary>
            {view.t("public.maintenance.later", {
              count: totals.upcoming_maintenances - MAX_UPCOMING,
            })}
          </summary>
          {later.map(upcoming)}
          <More of="upcoming_maintenances" count={rest.upcoming_maintenances} view={view} />
        </details>
      )}
    </section>
  );
}
