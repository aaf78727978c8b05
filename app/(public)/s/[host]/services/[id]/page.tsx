import { Back } from "#app/(public)/_ui/back.tsx";
import { BadDays } from "#app/(public)/_ui/bad-days.tsx";
import { Bars } from "#app/(public)/_ui/bars.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { Text } from "#app/(public)/_ui/markdown.tsx";
import { BarPatterns, hintData, ServiceList } from "#app/(public)/_ui/services.tsx";
import { StateWord } from "#app/(public)/_ui/state.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { openService } from "#lib/public-page/snapshot/open.ts";
import { descendants, type PublicService } from "#lib/public-page/snapshot/tree.ts";
import { saidByServices } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { numberIn } from "#lib/public-page/words/visitor.ts";
import { PAGES } from "#lib/public-routes/pages.ts";

function ServicePage({ service, view }: { service: PublicService; view: View }) {
  const { t, f, snapshot, visit, days } = view;
  const name = localized(service, "name", visit);
  return (
    <PageDocument
      view={view}
      path={`/services/${service.id}`}
      title={t("public.subpage_title", { title: name, name: snapshot.page.name })}
      severity={service.state?.severity}
    >
      <Back view={view} />
      <h1 {...marked(service, "name", visit)}>{name}</h1>
      {service.parent_id !== null && (
        <div className="meta part">
          {t("public.services.parent")}
          <Chips ids={[service.parent_id]} view={view} label={t("public.services.parent")} />
        </div>
      )}
      {service.description && <Text by={service} view={view} />}
      <p className={`one d${days.length}`} {...hintData(view)}>
        <StateWord severity={service.state?.severity ?? null} t={t} />
        {service.uptime !== null && (
          <i>
            {t("public.services.uptime", { percent: f.percent(service.uptime), days: days.length })}
          </i>
        )}
        {service.uptime !== null && <Bars service={service} view={view} />}
      </p>
      {service.children.length > 0 && (
        <section aria-labelledby="children">
          <h2 id="children">{t("public.services.children")}</h2>
          <ServiceList services={service.children} view={view} />
        </section>
      )}
      <section aria-labelledby="bad-days">
        <h2 id="bad-days">{t("public.services.bad_days")}</h2>
        {service.days.length > 0 ? (
          <BadDays service={service} view={view} />
        ) : (
          <p className="meta">{t("public.services.no_bad_days", { days: days.length })}</p>
        )}
      </section>
      <BarPatterns />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.service, props, {
    open: (ctx, { subdomain, id }) => openService(ctx, { subdomain, service_id: numberIn(id) }),
    say: (view, { service }) => saidByServices([service, ...descendants(service)], view),
    draw: (view, { service }) => <ServicePage service={service} view={view} />,
  });
}
