import { fromWire, toWire } from "#lib/platform/clock.ts";
import type { BackupSchedule } from "#lib/platform/config/env-values.ts";

const HOUR_MS = 3_600_000;

/** When the last backup was due: the same whenever it is asked, so that nodes agree. */
export function lastDue(schedule: BackupSchedule, now: string): string {
  const time = fromWire(now);
  if ("hours" in schedule) {
    const step_ms = schedule.hours * HOUR_MS;
    return toWire(new Date(Math.floor(time.epochMilliseconds / step_ms) * step_ms));
  }
  const { zone: timeZone, time: plainTime } = schedule;
  const today = time.toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime }).toInstant();
  const isAhead = Temporal.Instant.compare(at(today), time) > 0;
  return toWire(at(isAhead ? today.subtract({ days: 1 }) : today));
}
