import { textIn, withQuery } from "#app/(public)/_query.ts";
import { Back } from "#app/(public)/_ui/back.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { CountedDays } from "#app/(public)/_ui/counted-days.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { ByChecks, Figure, Rules, UptimeRange } from "#app/(public)/_ui/uptime-figure.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { type Explained, loadUptime } from "#lib/site/uptime/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import { href, numberIn } from "#lib/site/words/visitor.ts";

function UptimePage({ explained, view }: { explained: Explained; view: View }) {
  const { t, f, visit, snapshot } = view;
  const { service, range, is_complete } = explained;
  const name = localized(service, "name", visit);
  const title = t("history.uptime.of", { name: isolated(name, visit.locale) });
  const file = withQuery(`/services/${service.id}/uptime.csv`, range);
  const { subdomain } = snapshot.page;
  const json = withQuery(`/api/v2/status_pages/${subdomain}/services/${service.id}/uptime`, range);
  return (
    <PageDocument
      view={view}
      path={withQuery(`/services/${service.id}/uptime`, range)}
      title={title}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1>{title}</h1>
      <p className="meta">
        {t("history.uptime.range", {
          from: f.calendarDay(range.from),
          to: f.calendarDay(range.to),
        })}
      </p>
      <Chips ids={[service.id]} view={view} label={t("history.service")} />
      <UptimeRange explained={explained} view={view} />
      <Figure explained={explained} view={view} />
      <Rules explained={explained} view={view} />
      <ByChecks explained={explained} view={view} />
      <section aria-labelledby="counted">
        <h2 id="counted">{t("history.uptime.list")}</h2>
        {!is_complete && <p className="meta">{t("history.uptime.is_cut")}</p>}
        <CountedDays explained={explained} view={view} />
      </section>
      <p className="pager">
        <a href={href(visit, file)} download={`uptime-${service.id}.csv`}>
          {t("history.uptime.csv")}
        </a>
        <a href={json}>{t("history.uptime.json")}</a>
      </p>
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.uptime, props, {
    open: (ctx, { subdomain, id, from, to }) =>
      loadUptime(ctx, {
        subdomain,
        service_id: numberIn(id),
        asked: { from: textIn(from), to: textIn(to) },
      }),
    say: () => [],
    draw: (view, { explained }) => <UptimePage explained={explained} view={view} />,
  });
}
