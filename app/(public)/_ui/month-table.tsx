import type { CalendarDay, CalendarMonth } from "#lib/site/history/calendar.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { View } from "#lib/site/view/view.ts";
import { type MonthFormats, monthFormats } from "#lib/site/words/months.ts";
import { href } from "#lib/site/words/visitor.ts";
import { withQuery } from "../_query.ts";
import { dayRemarks, dayWords } from "./bad-days.tsx";
import { dayAddress } from "./day-address.ts";
import { STATE_CLASS } from "./state.tsx";

const WEEK = 7;

function wordsOf({ day, row, kind }: CalendarDay, view: View): string {
  const { t, f } = view;
  const date = f.calendarDay(day);
  if (kind === "unknown") return t("history.calendar.unknown", { date });
  if (!row || kind === "none") return t("history.calendar.none", { date });
  return `${dayWords(row, view)}${dayRemarks(row, view)}`;
}

type DayProps = { day: CalendarDay; service: PublicService; view: View };

function Day({ day, service, view }: DayProps) {
  const { visit, snapshot, f } = view;
  const number = Number(day.day.slice(-2));
  if (day.kind === "ahead" || day.kind === "hidden") return <td>{number}</td>;
  const words = wordsOf(day, view);
  // There may be no page of a day that nothing is known of.
  const address = dayAddress(service.id, day.day, day.row?.corrected !== undefined);
  const isToday = day.day === f.day(snapshot.as_of);
  return (
    <td>
      <a
        className={STATE_CLASS[day.kind]}
        href={day.kind === "unknown" ? undefined : href(visit, address)}
        aria-current={isToday ? "date" : undefined}
      >
        <b aria-hidden="true">{number}</b>
        <span>{words}</span>
      </a>
    </td>
  );
}

function weeksOf({ days }: CalendarMonth, { placeInWeek }: MonthFormats): (CalendarDay | null)[][] {
  const lead = placeInWeek(days[0]?.day ?? "1970-01-01");
  const cells = [...Array.from({ length: lead }, () => null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / WEEK) }, (_, week) =>
    cells.slice(week * WEEK, (week + 1) * WEEK),
  );
  return weeks.map((week) => [...week, ...Array.from({ length: WEEK - week.length }, () => null)]);
}

type Props = { month: CalendarMonth; service: PublicService; view: View };

/** A month of a service: a square for each day, in weeks that begin as the language has it. */
export function MonthTable({ month, service, view }: Props) {
  const { t, f, visit } = view;
  const formats = monthFormats(visit.locale);
  const explained = withQuery(`/services/${service.id}/uptime`, month.range);
  const weeks = weeksOf(month, formats);
  const places = Array.from({ length: WEEK }, (_, place) => place);
  return (
    <table className="month">
      <caption>
        {formats.heading(month.month)}
        {month.uptime !== null && (
          <a href={href(visit, explained)}>
            {t("history.calendar.uptime", { percent: f.percent(month.uptime) })}
          </a>
        )}
        {month.checks !== null && (
          <small>{t("checks.percent", { percent: f.percent(month.checks) })}</small>
        )}
      </caption>
      <thead>
        <tr>
          {formats.weekdays.map(({ short, long }) => (
            <th key={long} scope="col" aria-label={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={week.find((day) => day !== null)?.day ?? index}>
            {places.map((place) => {
              const day = week[place];
              return day ? (
                <Day key={place} day={day} service={service} view={view} />
              ) : (
                <td key={place} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
