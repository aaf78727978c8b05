import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { found } from "#app/(admin)/_shared/open.ts";
import { type Cursor, readScreen } from "#app/(admin)/_shared/paging.ts";
import { type Listed, withNames } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { readTypeOptions } from "#app/(admin)/pages/[subdomain]/templates/_types.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { toWire } from "#lib/platform/clock.ts";
import { weeksOf } from "./_calendar.ts";

/** The types that a maintenance can be of. */
export async function readMaintenanceTypes(admin: Admin): Promise<Option[]> {
  return (await readTypeOptions(admin)).filter(({ kind }) => kind === "scheduled");
}

type MaintenanceList = {
  rows: Listed[];
  total_count: number;
  newer: string | null;
  older: string | null;
};

/**
 * Maintenance that is planned, runs, or waits for new times, the next first as far as one screen
 * has all; or past maintenance.
 */
export async function readMaintenances(
  admin: Admin,
  view: "planned" | "past",
  cursor: Cursor,
): Promise<MaintenanceList> {
  const { ctx, page } = admin;
  const path = `/pages/${page.subdomain}/maintenance${view === "past" ? "?view=past" : ""}`;
  const screen = await readScreen(path, cursor, (slice) =>
    listIncidents(ctx, page, slice, { severity: "scheduled", is_past: view === "past" }),
  );
  const rows = await withNames(admin, screen.rows);
  const isWhole = !screen.newer && !screen.older;
  return { ...screen, rows: view === "planned" && isWhole ? rows.reverse() : rows };
}

/** As many of a month are shown; the list has all. */
const MAX_LISTED = 100;

export async function readMonth({ ctx, page, t }: Admin, month: string, first: number) {
  const days = weeksOf(month, first).flat();
  const startOf = (day: string | undefined, add: number) =>
    toWire(
      Temporal.PlainDate.from(day ?? `${month}-01`)
        .add({ days: add })
        .toZonedDateTime(page.time_zone)
        .toInstant(),
    );
  const filter = { from: startOf(days[0], 0), to: startOf(days.at(-1), 1) };
  const listed = listIncidents(
    ctx,
    page,
    { limit: MAX_LISTED },
    { severity: "scheduled", ...filter },
  );
  const { rows, total_count } = await found(listed);
  // A postponed maintenance has no time.
  const timed = rows.filter(({ plan }) => plan !== "postponed");
  const named = await withNames({ ctx, page, t }, timed);
  return { incidents: named.reverse(), isCut: total_count > rows.length };
}
