import { secondsBetween } from "#lib/clock.ts";
import type { PublicIncident } from "#lib/public-page/snapshot/incidents.ts";
import { unshown } from "#lib/public-page/snapshot/shown.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { More } from "./more.tsx";
import { TypeWord, typeClass } from "./state.tsx";
import { Moment, Soon, Span } from "./time.tsx";
import { FoldedUpdates } from "./timeline.tsx";

// More are folded, so that the services stay near.
const MAX_UPCOMING = 3;

/** When a maintenance is, and how long it takes. */
export function Planned({ maintenance, view }: { maintenance: PublicIncident; view: View }) {
  const { t, f } = view;
  const { starts_at, ends_at } = maintenance;
  if (ends_at === null) {
    return (
      <>
        <Moment time={starts_at} view={view} />
        <Soon from={starts_at} to={ends_at} view={view} />
        {` · ${t("public.maintenance.open_end")}`}
      </>
    );
  }
  const takes = f.duration(secondsBetween(starts_at, ends_at));
  return (
    <>
      <Span from={starts_at} to={ends_at} view={view} />
      {` · ${t("public.maintenance.takes", { duration: takes })}`}
      <Soon from={starts_at} to={ends_at} view={view} />
    </>
  );
}

function Maintenance({
  maintenance,
  running,
  view,
}: {
  maintenance: PublicIncident;
  running: boolean;
  view: View;
}) {
  const { t, visit, snapshot } = view;
  const { id, service_ids, updates } = maintenance;
  const address = href(visit, `/incidents/${id}`);
  return (
    <article
      className={running ? `card ${typeClass(maintenance, view)}` : "card"}
      aria-labelledby={`i${id}`}
    >
      <h3 id={`i${id}`}>
        <a href={address} {...marked(maintenance, "title", visit)}>
          {localized(maintenance, "title", visit)}
        </a>
      </h3>
      <p className="meta">
        <em className="k p">
          {t(running ? "public.maintenance.running" : "public.maintenance.upcoming")}
        </em>
        {" · "}
        {snapshot.types.has(maintenance.type) && (
          <>
            <TypeWord incident={maintenance} view={view} />
            {" · "}
          </>
        )}
        <Planned maintenance={maintenance} view={view} />
      </p>
      <Chips ids={service_ids} view={view} />
      <FoldedUpdates id={`i${id}`} updates={updates} view={view} whole={address} />
      {snapshot.page.settings.calendar_enabled && (
        <p className="meta">
          <a href={href(visit, `/incidents/${id}/calendar.ics`)}>{t("public.maintenance.add")}</a>
        </p>
      )}
    </article>
  );
}

export function Maintenances({ view }: { view: View }) {
  const { maintenances, upcoming_maintenances, totals } = view.snapshot;
  const rest = unshown(view.snapshot);
  if (maintenances.length + upcoming_maintenances.length === 0) return null;
  const later = upcoming_maintenances.slice(MAX_UPCOMING);
  const planned = (maintenance: PublicIncident) => (
    <Maintenance key={maintenance.id} maintenance={maintenance} running={false} view={view} />
  );
  return (
    <section aria-labelledby="maintenance">
      <h2 id="maintenance">{view.t("public.maintenance.title")}</h2>
      {maintenances.map((maintenance) => (
        <Maintenance key={maintenance.id} maintenance={maintenance} running view={view} />
      ))}
      <More of="maintenances" count={rest.maintenances} view={view} />
      {upcoming_maintenances.slice(0, MAX_UPCOMING).map(planned)}
      {later.length > 0 && (
        <details className="more" id="later">
          <summary>
            {view.t("public.maintenance.later", {
              count: totals.upcoming_maintenances - MAX_UPCOMING,
            })}
          </summary>
          {later.map(planned)}
          <More of="upcoming_maintenances" count={rest.upcoming_maintenances} view={view} />
        </details>
      )}
    </section>
  );
}
