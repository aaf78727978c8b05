import { withQuery } from "#app/(public)/_query.ts";
import { Back } from "#app/(public)/_ui/back.tsx";
import { BadDays } from "#app/(public)/_ui/bad-days.tsx";
import { Axis, Bars } from "#app/(public)/_ui/bars.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { feedLinks, subscribeLinks, Ways } from "#app/(public)/_ui/follow.tsx";
import { Happened } from "#app/(public)/_ui/happened.tsx";
import { OpenIncidents } from "#app/(public)/_ui/incidents.tsx";
import { Maintenances } from "#app/(public)/_ui/maintenances.tsx";
import { Text } from "#app/(public)/_ui/markdown.tsx";
import { ResponseTimes } from "#app/(public)/_ui/response-times.tsx";
import { BarPatterns, hintData, ServiceList } from "#app/(public)/_ui/services.tsx";
import { ServiceState } from "#app/(public)/_ui/state.tsx";
import { DaysZone } from "#app/(public)/_ui/time.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { periodOf } from "#lib/site/charts/chart.ts";
import { loadServicePage, type ServicePage } from "#lib/site/history/service-page.ts";
import { descendants } from "#lib/site/snapshot/tree.ts";
import { activityTexts, serviceTexts } from "#lib/site/view/operator-texts.ts";
import { type View, withFittingCards } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href, numberIn } from "#lib/site/words/visitor.ts";

type Props = { opened: ServicePage; view: View };

/** A page's view of one service: what goes on and is to come is the service's. */
function viewOfService({ opened, view }: Props): View {
  const snapshot = { ...view.snapshot, ...opened.activity };
  return withFittingCards({ ...view, snapshot, lead: null });
}

function Uptimes({ opened: { service, uptimes }, view }: Props) {
  const { t, f, visit, days, snapshot } = view;
  if (uptimes.length === 0) return null;
  return (
    <section aria-labelledby="uptime">
      <h2 id="uptime">{t("history.uptime.title")}</h2>
      <p className={`one d${days.length}`} {...hintData(view)}>
        <Bars service={service} view={view} />
      </p>
      <Axis view={view} />
      <ul className="uptimes">
        {uptimes.map(({ days: count, range, uptime, checks }) => {
          const since = f.day(uptime.starts_at);
          const address = withQuery(`/services/${service.id}/uptime`, range);
          const words = t("history.uptime.explain", { days: count });
          return (
            <li key={count}>
              <a href={href(visit, address)} title={words}>
                <b>{f.percent(uptime.percent ?? 100)}</b>
                {t("history.uptime.days", { days: count })}
              </a>
              {checks !== null && (
                <small>{t("checks.percent", { percent: f.percent(checks) })}</small>
              )}
              {since > range.from && (
                <small>{t("history.uptime.since", { date: f.calendarDay(since) })}</small>
              )}
            </li>
          );
        })}
      </ul>
      {snapshot.page.settings.display_calendar && (
        <p className="meta">
          <a href={href(visit, withQuery("/calendar", { service: service.id }))}>
            {t("history.service_page.calendar", { name: localized(service, "name", visit) })}
          </a>
        </p>
      )}
    </section>
  );
}

function Latest({ opened: { service, latest, listed_from }, view }: Props) {
  const { t, f, visit } = view;
  const name = localized(service, "name", visit);
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{t("history.service_page.latest")}</h2>
      {latest.length === 0 && (
        <p className="meta">
          {t("history.service_page.no_latest", { date: f.calendarDay(listed_from) })}
        </p>
      )}
      <ul className="past">
        {latest.map((incident) => (
          <Happened key={incident.id} incident={incident} view={view} as="h3" />
        ))}
      </ul>
      <p className="meta">
        <a href={href(visit, withQuery("/history", { service: service.id }))}>
          {t("history.service_page.all", { name })}
        </a>
      </p>
    </section>
  );
}

/** How somebody hears of this service alone, and shows its state elsewhere. */
function Follow({ opened: { service }, view }: Props) {
  const { t, visit } = view;
  const base = `/services/${service.id}`;
  const badge = { name: t("machines.llms.badge"), address: href(visit, `${base}/badge.svg`) };
  const messages = subscribeLinks(t("subscribe.by_message"), view, { service: service.id });
  return (
    <section id="follow" aria-labelledby="follow-title">
      <h2 id="follow-title">{t("public.footer.follow")}</h2>
      <Ways links={[...messages, ...feedLinks(view, base), badge]} />
    </section>
  );
}

function BadDaysOf({ opened: { service }, view }: Props) {
  const { t } = view;
  if (service.days.length === 0) return null;
  return (
    <section aria-labelledby="bad-days">
      <h2 id="bad-days">{t("public.services.bad_days")}</h2>
      <p className="meta">
        <DaysZone view={view} />
      </p>
      <BadDays service={service} view={view} />
    </section>
  );
}

function ServiceDocument({ opened, view }: Props) {
  const { t, visit } = view;
  const { service } = opened;
  const name = localized(service, "name", visit);
  const own = viewOfService({ opened, view });
  return (
    <PageDocument
      view={view}
      path={`/services/${service.id}`}
      title={name}
      severity={service.state?.severity}
      follows={false}
    >
      <Back view={view} />
      <h1 {...marked(service, "name", visit)}>{name}</h1>
      <p className="meta">
        <ServiceState service={service} view={view} />
      </p>
      {service.parent_id !== null && (
        <div className="meta part">
          {t("public.services.parent")}
          <Chips ids={[service.parent_id]} view={view} label={t("public.services.parent")} />
        </div>
      )}
      <OpenIncidents view={own} />
      <Maintenances view={own} />
      {service.description && <Text by={service} view={view} />}
      <Uptimes opened={opened} view={view} />
      <ResponseTimes service={service} times={opened.times} view={view} />
      {service.children.length > 0 && (
        <section aria-labelledby="children">
          <h2 id="children">{t("public.services.children")}</h2>
          <ServiceList services={service.children} view={view} />
        </section>
      )}
      <BadDaysOf opened={opened} view={view} />
      <Latest opened={opened} view={view} />
      <Follow opened={opened} view={view} />
      <BarPatterns />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.service, props, {
    open: (ctx, { subdomain, id, period }) =>
      loadServicePage(ctx, { subdomain, service_id: numberIn(id), period: periodOf(period) }),
    say: (view, { opened }) => [
      ...serviceTexts([opened.service], view),
      ...activityTexts(opened.activity, view, opened.latest),
      ...serviceTexts(descendants(opened.service), view),
    ],
    draw: (view, { opened }) => <ServiceDocument opened={opened} view={view} />,
  });
}
