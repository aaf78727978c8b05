import { idIn, textIn, withQuery } from "#app/(public)/_query.ts";
import { Back } from "#app/(public)/_ui/back.tsx";
import { ChoiceForm, ServiceChoice } from "#app/(public)/_ui/choice.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { Happened } from "#app/(public)/_ui/happened.tsx";
import { DaysZone } from "#app/(public)/_ui/time.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import { PAGES } from "#lib/core/routes/routes.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { byDay, type History, type HistoryEntry, loadHistory } from "#lib/site/history/history.ts";
import { newestTexts } from "#lib/site/view/operator-texts.ts";
import { typeName, type View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import { monthFormats } from "#lib/site/words/months.ts";
import { href } from "#lib/site/words/visitor.ts";

type Props = { history: History; view: View };

/** The address of a month, looked at in the same way. */
function addressOf({ service, type }: History, month: string, before: number | null = null) {
  return withQuery("/history", { month, service: service?.id ?? null, type, before });
}

function Filter({ history, view }: Props) {
  const { t, snapshot, visit } = view;
  return (
    <ChoiceForm path="/history" view={view} kept={{ month: history.month }}>
      <ServiceChoice chosen={history.service} view={view} all={t("history.all_services")} />
      <label>
        {t("history.type")}
        <select name="type" defaultValue={history.type ?? ""}>
          <option value="">{t("history.all_types")}</option>
          {SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {typeName({ type: severity, severity }, view)}
            </option>
          ))}
          {[...snapshot.types.values()].map((own) => (
            <option key={own.key} value={own.key}>
              {localized(own, "name", visit)}
            </option>
          ))}
        </select>
      </label>
    </ChoiceForm>
  );
}

function Months({ history, view }: Props) {
  const { visit, t } = view;
  const { heading } = monthFormats(visit.locale);
  const { before, after } = history;
  if (!before && !after) return null;
  return (
    <nav className="turn" aria-label={t("history.months")}>
      {before && (
        <a rel="prev" href={href(visit, addressOf(history, before))}>
          {heading(before)}
        </a>
      )}
      {after && (
        <a rel="next" href={href(visit, addressOf(history, after))}>
          {heading(after)}
        </a>
      )}
    </nav>
  );
}

function Entry({ entry, view }: { entry: HistoryEntry; view: View }) {
  const { t, f, visit } = view;
  if (entry.kind === "quiet") {
    const { from, to } = entry;
    const days = monthFormats(visit.locale).dayRange(from, to);
    return (
      <li>
        <h3>
          <b>{days}</b> {from === to && <span className="meta">{f.weekday(from)}</span>}
        </h3>
        <p className="meta">{t("history.quiet")}</p>
      </li>
    );
  }
  return (
    <li>
      <h3>
        <b>
          <a href={href(visit, `/history/${entry.day}`)}>{f.calendarDay(entry.day)}</a>
        </b>{" "}
        <span className="meta">{f.weekday(entry.day)}</span>
      </h3>
      <ul>
        {entry.incidents.map((incident) => (
          <Happened key={incident.id} incident={incident} view={view} as="h4" day={entry.day} />
        ))}
      </ul>
    </li>
  );
}

function Listed({ history, view }: Props) {
  const { t, visit, snapshot } = view;
  const { incidents, from_day, to_day, is_whole } = history;
  const formats = monthFormats(visit.locale);
  if (incidents.length === 0) {
    const any = history.service === null && history.type === null;
    const days = formats.dayRange(from_day, to_day);
    return <p className="meta">{t(any ? "history.none" : "history.none_matching", { days })}</p>;
  }
  const isFiltered = history.service !== null || history.type !== null;
  const listed = { ...history, is_whole: is_whole && !isFiltered };
  return (
    <ol className="past">
      {byDay(listed, snapshot.page.time_zone).map((entry) => (
        <Entry
          key={entry.kind === "day" ? entry.day : `q${entry.from}`}
          entry={entry}
          view={view}
        />
      ))}
    </ol>
  );
}

/** Where to read on: what is earlier in the month, or the month before. */
function Rest({ history, view }: Props) {
  const { t, visit } = view;
  const { month, heading } = monthFormats(visit.locale);
  const last = history.incidents.at(-1);
  if (history.earlier > 0 && last) {
    const words = { count: history.earlier, month: month(history.month) };
    return (
      <p className="pager">
        <a href={href(visit, addressOf(history, history.month, last.id))}>
          {t("history.more", words)}
        </a>
      </p>
    );
  }
  if (!history.before) return null;
  return (
    <p className="pager">
      <a href={href(visit, addressOf(history, history.before))}>{heading(history.before)}</a>
    </p>
  );
}

function HistoryPage({ history, view }: Props) {
  const { t, f, visit } = view;
  const { month, service, limit_day } = history;
  const name = service && localized(service, "name", visit);
  const heading =
    name === null ? t("history.title") : t("history.of", { name: isolated(name, visit.locale) });
  const title = `${heading} · ${monthFormats(visit.locale).heading(month)}`;
  return (
    <PageDocument
      view={view}
      path={addressOf(history, month)}
      title={title}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1>{heading}</h1>
      <Filter history={history} view={view} />
      <Months history={history} view={view} />
      <section aria-labelledby="month">
        <h2 id="month">{monthFormats(visit.locale).heading(month)}</h2>
        <p className="meta">
          <DaysZone view={view} />
        </p>
        <Listed history={history} view={view} />
        <Rest history={history} view={view} />
        {limit_day?.startsWith(month) && (
          <p className="meta">{t("history.limit", { date: f.calendarDay(limit_day) })}</p>
        )}
      </section>
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.history, props, {
    open: (ctx, { subdomain, month, service, type, before }) =>
      loadHistory(ctx, {
        subdomain,
        month: textIn(month),
        service_id: idIn(service),
        type: textIn(type),
        before: idIn(before),
      }),
    say: (view, { history }) => newestTexts(history.incidents, view),
    draw: (view, { history }) => <HistoryPage history={history} view={view} />,
  });
}
