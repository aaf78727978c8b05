import { cleanLine } from "#lib/platform/text.ts";
import { type Period, WEIGHTS } from "#lib/services/uptime/uptime.ts";
import { type ExplainedDay, weightedSeconds } from "#lib/site/uptime/explain.ts";
import type { MeasuredIncident } from "#lib/site/uptime/queries.ts";
import type { Explained } from "#lib/site/uptime/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { withQuery } from "../_query.ts";
import { TypeWord } from "./state.tsx";
import { Span } from "./time.tsx";

type DayProps = { day: ExplainedDay; view: View };

function Own({ period, view }: { period: Period<MeasuredIncident>; view: View }) {
  const { visit, t, f } = view;
  const { incident, seconds } = period;
  const { affects_uptime, severity } = incident;
  return (
    <li>
      <span>
        <a href={href(visit, `/incidents/${incident.id}`)} {...marked(incident, "title", visit)}>
          {localized(incident, "title", visit)}
        </a>
        <small>
          <TypeWord incident={incident} view={view} />
          {" · "}
          <Span from={period.from} to={period.to} view={view} />
        </small>
      </span>
      {affects_uptime ? (
        <i>
          <bdi>{f.duration(seconds)}</bdi> × <bdi>{f.share(WEIGHTS[severity])}</bdi> ={" "}
          <bdi>
            <b>{f.duration(weightedSeconds(period))}</b>
          </bdi>
        </i>
      ) : (
        <i>{t("public.incidents.uncounted")}</i>
      )}
    </li>
  );
}

function Children({ day, view }: DayProps) {
  const { t, f, visit } = view;
  const count = day.children_count;
  const sum = day.children_seconds * count;
  return (
    <>
      {day.children?.map(({ service, downtime_seconds }) => {
        const range = { from: day.day, to: day.day };
        const address = withQuery(`/services/${service.id}/uptime`, range);
        const name = localized(service, "name", visit);
        return (
          <li key={service.id}>
            <span {...marked(service, "name", visit)}>
              {service.uptime === null ? name : <a href={href(visit, address)}>{name}</a>}
            </span>
            <i>{f.duration(downtime_seconds)}</i>
          </li>
        );
      })}
      <li>
        <span>{t("history.uptime.mean", { count, sum: f.duration(sum) })}</span>
        <i>
          <b>{f.duration(day.children_seconds)}</b>
        </i>
      </li>
    </>
  );
}

/** The other of the two that a parent's day is compared by. */
function Other({ day, view: { t, f } }: DayProps) {
  const { counted, own_seconds, children_seconds } = day;
  const other = counted === "own" ? children_seconds : own_seconds;
  if (other === 0) return null;
  const text =
    counted === "own"
      ? t("history.uptime.children_smaller", { children: f.duration(other) })
      : t("history.uptime.own_smaller", { own: f.duration(other) });
  return <p className="meta">{text}</p>;
}

function Corrected({ day: { correction }, view: { t, f } }: DayProps) {
  if (!correction) return null;
  const { downtime, ignore_checks, reason } = correction;
  return (
    <p className="meta">
      {downtime &&
        `${t("checks.corrected_from", {
          from: f.duration(downtime.found_seconds),
          to: f.duration(downtime.seconds),
        })} `}
      {ignore_checks && `${t("checks.ignored")} `}
      {t("checks.reason", { reason: cleanLine(reason) })}
    </p>
  );
}

function CountedDay({ day, view }: DayProps) {
  const { t, f, visit } = view;
  const { counted, periods, uncounted } = day;
  return (
    <li>
      <h3>
        <a href={href(visit, `/history/${day.day}`)}>{f.calendarDay(day.day)}</a>
        <i>{f.duration(day.downtime_seconds)}</i>
      </h3>
      {counted === "own" && periods === null && <p className="meta">{t("history.uptime.cut")}</p>}
      <ul>
        {counted === "own" &&
          periods?.map((period) => <Own key={period.from} period={period} view={view} />)}
        {counted === "children" && <Children day={day} view={view} />}
        {uncounted.map((period) => (
          <Own key={period.from} period={period} view={view} />
        ))}
      </ul>
      <Other day={day} view={view} />
      <Corrected day={day} view={view} />
    </li>
  );
}

/** Each day with downtime or incidents, and what of it counted: the days add up to the figure. */
export function CountedDays({ explained, view }: { explained: Explained; view: View }) {
  const { days } = explained;
  if (days.length === 0) return <p className="meta">{view.t("history.uptime.none")}</p>;
  return (
    <ol className="counted">
      {days.map((day) => (
        <CountedDay key={day.day} day={day} view={view} />
      ))}
    </ol>
  );
}
