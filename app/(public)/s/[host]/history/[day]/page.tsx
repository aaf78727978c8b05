import { withQuery } from "#app/(public)/_query.ts";
import { Back } from "#app/(public)/_ui/back.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { Happened } from "#app/(public)/_ui/happened.tsx";
import { Line } from "#app/(public)/_ui/line.tsx";
import { DaysZone } from "#app/(public)/_ui/time.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { adjacentDay } from "#lib/platform/clock.ts";
import { isShownDay } from "#lib/site/snapshot/days.ts";
import { type ListedDay, loadDay } from "#lib/site/snapshot/records.ts";
import { newestTexts } from "#lib/site/view/operator-texts.ts";
import type { View } from "#lib/site/view/view.ts";
import { monthFormats } from "#lib/site/words/months.ts";
import { href, numberIn } from "#lib/site/words/visitor.ts";

function Neighbours({ day, first_day, view }: Day & Pick<ListedDay, "first_day">) {
  const { t, snapshot, visit } = view;
  const [before, after] = [adjacentDay(day, -1), adjacentDay(day, 1)];
  return (
    <p className="pager">
      {before >= first_day && (
        <a rel="prev" href={href(visit, `/history/${before}`)}>
          {t("public.day.earlier")}
        </a>
      )}
      {isShownDay(after, snapshot) && (
        <a rel="next" href={href(visit, `/history/${after}`)}>
          {t("public.day.later")}
        </a>
      )}
      <a href={href(visit, "/day")}>{t("public.go_to_day.title")}</a>
    </p>
  );
}

/** The way to what happened earlier that day and is not on this page. */
function Earlier({ day, count, last, view }: Record<"count" | "last", number> & Day) {
  return (
    <p className="pager">
      <a href={href(view.visit, `/history/${day}?before=${last}`)}>
        {view.t("public.day.more", { count })}
      </a>
    </p>
  );
}

type Day = { day: string; view: View };

function DayPage({ day, view, incidents, earlier, first_day }: Day & ListedDay) {
  const last = incidents.at(-1);
  const { t, f } = view;
  const title = t("public.day.title", { date: f.calendarDay(day) });
  return (
    <PageDocument
      view={view}
      path={`/history/${day}`}
      title={title}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1>{f.wholeDay(day)}</h1>
      <Line className="meta">
        <a href={href(view.visit, withQuery("/history", { month: day.slice(0, 7) }))}>
          {monthFormats(view.visit.locale).heading(day.slice(0, 7))}
        </a>
        <DaysZone view={view} />
      </Line>
      <section aria-labelledby="incidents">
        <h2 id="incidents">{t("public.day.happened")}</h2>
        {incidents.length === 0 && <p className="meta">{t("public.past.none")}</p>}
        <ul className="past">
          {incidents.map((incident) => (
            <Happened key={incident.id} incident={incident} view={view} as="h3" day={day} />
          ))}
        </ul>
        {last && earlier > 0 && <Earlier day={day} count={earlier} last={last.id} view={view} />}
      </section>
      <Neighbours day={day} first_day={first_day} view={view} />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.day, props, {
    open: (ctx, { subdomain, day, before }) =>
      loadDay(ctx, { subdomain, day, before: before === undefined ? before : numberIn(before) }),
    say: (view, { incidents }) => newestTexts(incidents, view),
    draw: (view, listed, { day }) => <DayPage day={day} view={view} {...listed} />,
  });
}
