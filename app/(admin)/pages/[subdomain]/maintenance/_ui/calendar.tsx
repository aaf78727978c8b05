import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { byDay, weeksOf } from "#app/(admin)/pages/[subdomain]/maintenance/_calendar.ts";
import { readMonth } from "#app/(admin)/pages/[subdomain]/maintenance/_read.ts";
import { monthAfter } from "#lib/platform/clock.ts";
import { formatTag } from "#lib/platform/i18n/translator.ts";

type Props = { admin: Admin; month: string };

const aDay = (day: string) => new Date(`${day}T12:00:00Z`);

/** The maintenances of a month: a grid, on a phone the days that have some. */
export async function Calendar({ admin, month }: Props) {
  const { t, page, locale, format, now } = admin;
  const tag = formatTag(locale);
  const first = new Intl.Locale(tag).getWeekInfo?.().firstDay ?? 1;
  const weeks = weeksOf(month, first);
  const days = weeks.flat();
  const { incidents, isCut } = await readMonth(admin, month, first);
  const found = byDay(incidents, days, page.time_zone);
  const name = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  const title = name.format(aDay(`${month}-01`));
  const touched = days.filter((day) => found.has(day) && day.startsWith(month));
  return (
    <>
      <Months admin={admin} month={month} title={title} />
      {isCut && <p className="note mb-3">{t("admin_maintenance.calendar_cut")}</p>}
      <Grid {...{ admin, month, weeks, found, title }} />
      <ol className="space-y-3 md:hidden">
        {touched.map((day) => (
          <li key={day}>
            <h3 className="mb-1 text-muted text-sm">
              {format.weekday(day)}, {format.calendarDay(day)}
            </h3>
            <Entries admin={admin} incidents={found.get(day) ?? []} day={day} />
          </li>
        ))}
        {touched.length === 0 && <li className="note">{t("admin_maintenance.calendar_empty")}</li>}
      </ol>
      <p className="sr-only">{t("admin_maintenance.today", { day: format.day(now) })}</p>
    </>
  );
}

function Months({ admin, month, title }: Props & { admin: Admin; title: string }) {
  const { t, page } = admin;
  const address = (to: string) => `/pages/${page.subdomain}/maintenance?view=calendar&month=${to}`;
  return (
    <div className="mb-3 flex items-center gap-2">
      <Link
        href={address(monthAfter(month, -1))}
        data-keys="k"
        className="icon-button"
        aria-label={t("admin_maintenance.month_before")}
      >
        <ChevronLeft size={16} aria-hidden className="rtl:-scale-x-100" />
      </Link>
      <Link
        href={address(monthAfter(month, 1))}
        data-keys="j"
        className="icon-button"
        aria-label={t("admin_maintenance.month_after")}
      >
        <ChevronRight size={16} aria-hidden className="rtl:-scale-x-100" />
      </Link>
      <h2 className="font-semibold text-lg">{title}</h2>
    </div>
  );
}

type GridProps = {
  admin: Admin;
  month: string;
  weeks: string[][];
  found: Map<string, Listed[]>;
  title: string;
};

function Grid({ admin, month, weeks, found, title }: GridProps) {
  const { format, now, t, page } = admin;
  const today = format.day(now);
  return (
    <table className="w-full table-fixed border-collapse text-sm max-md:hidden">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="pb-1 text-start font-normal text-muted">
              {format.weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={`h-24 border border-line p-1 align-top ${day.startsWith(month) ? "" : "bg-panel"}`}
              >
                <Link
                  href={`/pages/${page.subdomain}/maintenance/new?day=${day}`}
                  aria-label={t("admin_maintenance.new_on", { day: format.calendarDay(day) })}
                  aria-current={day === today ? "date" : undefined}
                  className="mb-1 inline-block min-w-6 rounded px-1 text-center text-muted hover:bg-hover hover:text-ink aria-[current]:bg-ink aria-[current]:text-ground"
                >
                  {Number(day.slice("2026-11-".length))}
                </Link>
                <Entries admin={admin} incidents={found.get(day) ?? []} day={day} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type EntriesProps = { admin: Admin; incidents: Listed[]; day: string };

function Entries({ admin: { page, format }, incidents, day }: EntriesProps) {
  return (
    <ul className="space-y-1">
      {incidents.map(({ id, title, starts_at, plan }) => (
        <li key={id}>
          <Link
            href={`/pages/${page.subdomain}/maintenance/${id}`}
            title={title}
            className="line-clamp-2 rounded border-scheduled border-s-2 bg-hover px-1.5 py-0.5 hover:underline max-md:py-3"
          >
            {format.day(starts_at) === day && (
              <span className="text-muted">{format.bareTime(starts_at)} </span>
            )}
            {plan === null ? title : <s>{title}</s>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
