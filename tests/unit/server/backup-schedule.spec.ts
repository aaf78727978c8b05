import { expect, test } from "@playwright/test";
import {
  BACKUP_PROBLEMS,
  backupProblemOf,
  explainBackup,
} from "#lib/monitoring/warnings/backup-problems.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { backupSchedule } from "#lib/platform/config/env-values.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { BrokenBackup } from "#lib/platform/postgres/errors.ts";
import { lastDue } from "#lib/server/backups/due.ts";
import { openDatabase } from "#lib/server/supervisor/database.ts";

const before = { ...process.env };

test.afterEach(() => {
  process.env = { ...before };
  provideEnv({});
});

test("a backup is due at a time of day in a zone, or at an interval", () => {
  const cases: [string, string, string][] = [
    ["03:30", "2026-11-28T03:29:59", "2026-11-27T03:30:00"],
    ["03:30", "2026-11-28T03:30:00", "2026-11-28T03:30:00"],
    ["03:30 Europe/Berlin", "2026-11-28T02:30:00", "2026-11-28T02:30:00"],
    ["03:30 Europe/Berlin", "2026-07-01T01:29:00", "2026-06-30T01:30:00"],
    // The clock skips this time: the backup is made all the same.
    ["02:30 Europe/Berlin", "2026-03-29T12:00:00", "2026-03-29T01:30:00"],
    ["6h", "2026-11-28T11:59:59", "2026-11-28T06:00:00"],
    ["1h", "2026-11-28T11:59:59", "2026-11-28T11:00:00"],
  ];
  for (const [schedule, now, due] of cases)
    expect([schedule, lastDue(backupSchedule.parse(schedule), now)]).toEqual([schedule, due]);
});

test("another schedule is refused in one line, as is one without a folder or for a database of one's own", async () => {
  const refusal = (settings: Record<string, string>) => {
    process.env = { ...before, DATABASE_URL: "", ...settings };
    try {
      provideEnv({});
      return env().BACKUP_SCHEDULE;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const BACKUP_DIR = "/backups";
  for (const BACKUP_SCHEDULE of ["daily", "3:30", "24:00", "03:30 Mars/Base", "0h", "169h", "6 h"])
    expect(refusal({ BACKUP_SCHEDULE, BACKUP_DIR })).toMatch(/^BACKUP_SCHEDULE: must be a time/);
  expect(refusal({ BACKUP_SCHEDULE: "6h" })).toBe("BACKUP_DIR: is required with BACKUP_SCHEDULE");
  expect(refusal({ BACKUP_SCHEDULE: "6h", BACKUP_DIR, BACKUP_KEEP: "0" })).toMatch(/^BACKUP_KEEP/);
  expect(refusal({ BACKUP_SCHEDULE: "6h", BACKUP_DIR })).toEqual({ hours: 6 });
  const DATABASE_URL = "postgres://db.example.com/allclear";
  refusal({ BACKUP_SCHEDULE: "6h", BACKUP_DIR, DATABASE_URL });
  await expect(openDatabase(() => {})).rejects.toThrow(/^BACKUP_SCHEDULE: .*pg_dump/);
});

test("why a backup failed is a code, which has a text in every language of the admin", () => {
  const cases: [unknown, string][] = [
    [new Error("ENOSPC: no space left on device, write"), "disk_full"],
    [new Error("EACCES: permission denied, mkdir '/secret/place'"), "not_writable"],
    [new BrokenBackup("the backup is not whole"), "broken"],
    [new Error("at /secret/place"), "unknown"],
  ];
  for (const [cause, problem] of cases) expect(backupProblemOf(cause)).toBe(problem);
  for (const locale of ["en", "de"] as const) {
    const texts = BACKUP_PROBLEMS.map((problem) => explainBackup(translator(locale), problem));
    expect(new Set(texts).size).toBe(BACKUP_PROBLEMS.length);
  }
});
