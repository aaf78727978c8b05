import type { ReactNode } from "react";
import { type Phase, phaseAt } from "#lib/incidents/state.ts";
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
import { LostTimes, Moment, Soon, Span } from "./time.tsx";
import { FoldedUpdates } from "./timeline.tsx";

// More are folded, so that the services stay near.
const MAX_UPCOMING = 3;

type Props = { maintenance: PublicIncident; view: View };

/** The phase of a maintenance, its kind where it has one of its own, when it is and how soon. */
export function Planned({ maintenance, view }: Props) {
  const { plan, type } = maintenance;
  const phase = phaseAt(view.snapshot.as_of, maintenance);
  const isTyped = view.snapshot.types.has(type) || phase === "closed";
  return (
    <Line className="meta">
      <PhaseWord phase={phase} view={view} />
      {isTyped && <TypeWord incident={maintenance} view={view} />}
      {plan === null ? (
        timesOf(maintenance, view)
      ) : (
        <LostTimes incident={maintenance} view={view} />
      )}
    </Line>
  );
}

const PHASE_WORDS = {
  upcoming: ["p", "public.maintenance.upcoming"],
  open: ["p", "public.maintenance.running"],
  closed: ["o", "public.update.completed"],
  called_off: ["u x", "public.update.called_off"],
  postponed: ["p", "public.update.postponed"],
} as const;

function PhaseWord({ phase, view }: { phase: Phase; view: View }) {
  const [state, word] = PHASE_WORDS[phase];
  return <em className={`k ${state}`}>{view.t(word)}</em>;
}

/** Facts of a maintenance that takes place: its times, how soon it is and how long it takes. */
function timesOf(maintenance: PublicIncident, view: View): ReactNode[] {
  const { t, f, snapshot } = view;
  const { starts_at, ends_at } = maintenance;
  const soon = <Soon key="soon" from={starts_at} to={ends_at} view={view} />;
  if (ends_at === null)
    return [
      <Moment key="start" time={starts_at} view={view} />,
      soon,
      t("public.maintenance.open_end"),
    ];
  const phase = phaseAt(snapshot.as_of, maintenance);
  const span = <Span key="span" from={starts_at} to={ends_at} view={view} />;
  if (phase === "open") return [span, soon];
  const duration = f.duration(secondsBetween(starts_at, ends_at));
  return [
    span,
    soon,
    t(phase === "closed" ? "page.lasted" : "public.maintenance.takes", { duration }),
  ];
}

/** The way to a maintenance in a visitor's own calendar. */
export function AddToCalendar({ maintenance: { id, plan }, view }: Props) {
  const { snapshot, visit, t } = view;
  if (!snapshot.page.settings.calendar_enabled || plan !== null) return null;
  return (
    <p className="meta">
      <a href={href(visit, `/incidents/${id}/calendar.ics`)}>{t("public.maintenance.add")}</a>
    </p>
  );
}

/** The affected services of a maintenance and its updates. */
export function MaintenanceDetails({ maintenance, view }: Props) {
  const { id, service_ids, deleted_services, updates } = maintenance;
  return (
    <>
      <Chips ids={service_ids} deleted={deleted_services} view={view} />
      <FoldedUpdates
        id={`i${id}`}
        updates={updates}
        of={maintenance}
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
        <Planned maintenance={maintenance} view={view} />
      </header>
      <div className="body">
        <MaintenanceDetails maintenance={maintenance} view={view} />
      </div>
    </article>
  );
}

/** A maintenance to come, also one that is called off or postponed. */
function Upcoming({ maintenance, view }: Props) {
  return (
    <article className="plan" aria-labelledby={`i${maintenance.id}`}>
      <IncidentTitle incident={maintenance} view={view} as="h3" />
      <Planned maintenance={maintenance} view={view} />
      <MaintenanceDetails maintenance={maintenance} view={view} />
    </article>
  );
}

/**
 * Running maintenance, unless it is at the top of the page, then planned maintenance, then what is
 * called off or postponed.
 */
export function Maintenances({ view }: { view: View }) {
  const { maintenances, upcoming_maintenances, withdrawn_maintenances, totals } = view.snapshot;
  const rest = countUnlisted(view.snapshot);
  const running = maintenances.filter(({ id }) => id !== view.lead?.id);
  const count = running.length + upcoming_maintenances.length + withdrawn_maintenances.length;
  if (count === 0) return null;
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
      {withdrawn_maintenances.map(upcoming)}
    </section>
  );
}
