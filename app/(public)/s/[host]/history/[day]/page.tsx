import { isShownDay, neighbour } from "#lib/public-page/days.ts";
import type { PublicIncident } from "#lib/public-page/incidents.ts";
import { openDay } from "#lib/public-page/open.ts";
import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";
import { Back } from "../../../../_ui/back.tsx";
import { PageDocument } from "../../../../_ui/document.tsx";
import { PastIncident } from "../../../../_ui/past-days.tsx";
import { type PageProps, renderPage } from "../../../../_visit.tsx";

function Neighbours({ day, view }: { day: string; view: View }) {
  const { t, snapshot, visit } = view;
  const [before, after] = [neighbour(day, -1), neighbour(day, 1)];
  return (
    <p className="pager">
      {isShownDay(before, snapshot) && (
        <a rel="prev" href={href(visit, `/history/${before}`)}>
          {t("public.day.earlier")}
        </a>
      )}
      {isShownDay(after, snapshot) && (
        <a rel="next" href={href(visit, `/history/${after}`)}>
          {t("public.day.later")}
        </a>
      )}
    </p>
  );
}

function DayPage({ day, incidents, view }: { day: string; incidents: PublicIncident[]; view: View }) {
  const { t, f, snapshot } = view;
  const title = t("public.day.title", { date: f.calendarDay(day) });
  return (
    <PageDocument
      view={view}
      path={`/history/${day}`}
      title={t("public.subpage_title", { title, name: snapshot.page.name })}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1>{f.calendarDay(day)}</h1>
      <section aria-labelledby="incidents">
        <h2 id="incidents">{t("public.day.happened")}</h2>
        {incidents.length === 0 && <p className="meta">{t("public.past.none")}</p>}
        <ul className="past">
          {incidents.map((incident) => (
            <PastIncident key={incident.id} incident={incident} view={view} as="h3" />
          ))}
        </ul>
      </section>
      <Neighbours day={day} view={view} />
    </PageDocument>
  );
}

export default async function Page(props: PageProps<"day">) {
  const { day } = await props.params;
  return renderPage(
    props,
    (ctx, subdomain) => openDay(ctx, { subdomain, day }),
    (view, { incidents }) => <DayPage day={day} incidents={incidents} view={view} />,
  );
}
