import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { Axis, DaysShown } from "./bars.tsx";
import { ServiceRow } from "./service-row.tsx";
import { STATE_CLASS } from "./state.tsx";

const SEARCH_FROM = 15;
// More bad days than this are listed on the services' own pages only: a page has to stay small
// whatever went wrong.
const MAX_LISTED_DAYS = 300;

export function Legend({ view: { t } }: { view: View }) {
  const states = ["none", "minor", "major", "scheduled"] as const;
  return (
    <details className="more" id="legend">
      <summary>{t("public.legend.title")}</summary>
      <dl className="legend">
        {states.map((state) => (
          <div key={state}>
            <dt className={`k ${STATE_CLASS[state]}`}>{t(`public.state.${state}`)}</dt>
            <dd>{t(`public.legend.${state}`)}</dd>
          </div>
        ))}
        <div>
          <dt className="k u">{t("public.legend.unknown")}</dt>
          <dd>{t("public.legend.before")}</dd>
        </div>
      </dl>
    </details>
  );
}

function Search({ view: { t } }: { view: View }) {
  return (
    <search className="find">
      <input
        id="find"
        type="search"
        autoComplete="off"
        aria-label={t("public.services.search")}
        placeholder={t("public.services.search")}
      />
      <label>
        <input id="only" type="checkbox" autoComplete="off" />
        {t("page.services.only")}
      </label>
      <output
        htmlFor="find"
        data-one={t("public.services.found", { count: 1 })}
        data-many={t("public.services.found", { count: 2 })}
      />
    </search>
  );
}

/** The hatching of maintenance, for all bars of the document. */
export function BarPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="defs">
      <pattern id="hatch" width="1" height="3" patternUnits="userSpaceOnUse">
        <rect width="1" height="3" />
        <path d="M0 .75h1" />
      </pattern>
    </svg>
  );
}

/** Words for the script, which tells the day that is pointed at. */
export function hintData({ t, days }: View) {
  return {
    "data-days": days.length,
    "data-today": days.at(-1),
    "data-none": t("public.day.none"),
    "data-unknown": t("public.legend.unknown"),
  };
}

type ListProps = { services: PublicService[]; view: View; listed?: boolean };

/** Rows of services with their bars; `listed`: with their bad days in words. */
export function ServiceList({ services, view, listed = false }: ListProps) {
  const { days } = view;
  return (
    <ul className={`rows d${days.length}`} {...hintData(view)}>
      {services
        .filter(({ id }) => view.rows.shown.has(id))
        .map((service) => (
          <ServiceRow key={service.id} service={service} view={view} listed={listed} />
        ))}
    </ul>
  );
}

export function Services({ view }: { view: View }) {
  const { t, snapshot } = view;
  const { services, by_id } = snapshot;
  if (by_id.size === 0) return null;
  const unlisted = by_id.size - view.rows.shown.size;
  const { barred } = view.rows;
  const hasBars = [...by_id.values()].some(({ id, uptime }) => barred.has(id) && uptime !== null);
  const listed =
    [...by_id.values()].reduce((sum, service) => sum + service.days.length, 0) <= MAX_LISTED_DAYS;
  return (
    <section aria-labelledby="services">
      <div className="head">
        <h2 id="services">{t("public.services.title")}</h2>
        {hasBars && (
          <p className="meta">
            <DaysShown words="page.services.uptime" view={view} />
          </p>
        )}
      </div>
      {by_id.size >= SEARCH_FROM && <Search view={view} />}
      <ServiceList services={services} view={view} listed={listed} />
      {hasBars && <Axis view={view} />}
      {unlisted > 0 && <p className="meta">{t("public.services.unlisted", { count: unlisted })}</p>}
      <Legend view={view} />
      <BarPatterns />
    </section>
  );
}
