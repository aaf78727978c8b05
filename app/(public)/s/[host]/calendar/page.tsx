import { idIn, textIn, withQuery } from "#app/(public)/_query.ts";
import { Back } from "#app/(public)/_ui/back.tsx";
import { ChoiceForm, ServiceChoice } from "#app/(public)/_ui/choice.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { MonthTable } from "#app/(public)/_ui/month-table.tsx";
import { Legend } from "#app/(public)/_ui/services.tsx";
import { DaysZone } from "#app/(public)/_ui/time.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { type Calendar, loadUptimeCalendar } from "#lib/site/history/calendar.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";

type Props = { calendar: Calendar; view: View };

function addressOf({ service }: Calendar, month: string | null): string {
  return withQuery("/calendar", { service: service?.id ?? null, month });
}

function Turn({ calendar, view }: Props) {
  const { visit, t } = view;
  const { before, after } = calendar;
  if (!before && !after) return null;
  return (
    <nav className="turn" aria-label={t("history.calendar.pages")}>
      {before && (
        <a rel="prev" href={href(visit, addressOf(calendar, before))}>
          {t("history.calendar.earlier")}
        </a>
      )}
      {after && (
        <a rel="next" href={href(visit, addressOf(calendar, after))}>
          {t("history.calendar.later")}
        </a>
      )}
    </nav>
  );
}

function CalendarPage({ calendar, view }: Props) {
  const { t, visit } = view;
  const { service, months } = calendar;
  const name = service && localized(service, "name", visit);
  const title = name
    ? t("history.calendar.of", { name: isolated(name, visit.locale) })
    : t("history.calendar.title");
  return (
    <PageDocument
      view={view}
      path={addressOf(calendar, months.at(-1)?.month ?? null)}
      title={title}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1>{t("history.calendar.title")}</h1>
      {service ? (
        <>
          <ChoiceForm path="/calendar" view={view}>
            <ServiceChoice chosen={service} view={view} />
          </ChoiceForm>
          <section aria-labelledby="service">
            <h2 id="service">
              <a href={href(visit, `/services/${service.id}`)} {...marked(service, "name", visit)}>
                {name}
              </a>
            </h2>
            <p className="meta">
              <DaysZone view={view} />
            </p>
            <div className="months" id="months">
              {months.map((month) => (
                <MonthTable key={month.month} month={month} service={service} view={view} />
              ))}
            </div>
            <Turn calendar={calendar} view={view} />
            <Legend view={view} />
          </section>
        </>
      ) : (
        <p className="meta">{t("public.sentence.empty")}</p>
      )}
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.uptime_calendar, props, {
    open: (ctx, { subdomain, service, month }) =>
      loadUptimeCalendar(ctx, { subdomain, service_id: idIn(service), month: textIn(month) }),
    say: () => [],
    draw: (view, { calendar }) => <CalendarPage calendar={calendar} view={view} />,
  });
}
