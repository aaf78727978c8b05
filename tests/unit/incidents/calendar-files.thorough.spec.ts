import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import {
  calendarFiles,
  FILES_PERIOD,
  FILES_ZONE,
  occurrencesIn,
  rowOf,
} from "#tests/support/data/calendar-files.ts";

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const VENV = path("node_modules/.cache/calendar-oracle");
const PYTHON = `${VENV}/bin/python`;
const NEEDS = ["icalendar==7.3.2", "recurring-ical-events==3.8.2", "tzdata"];

/** Installs Python's libraries once, and says why that is not possible. */
function obstacle(): string | null {
  const isReady = () =>
    spawnSync(PYTHON, ["-c", "import recurring_ical_events"], { timeout: 60_000 }).status === 0;
  if (existsSync(PYTHON) && isReady()) return null;
  const made = spawnSync("python3", ["-m", "venv", VENV], { encoding: "utf8" });
  if (made.status !== 0) return `no virtual environment of Python: ${made.stderr ?? made.error}`;
  const pip = spawnSync(PYTHON, ["-m", "pip", "install", "-q", ...NEEDS], { encoding: "utf8" });
  return pip.status === 0 ? null : `pip cannot install ${NEEDS.join(", ")}: ${pip.stderr}`;
}

test("every occurrence of every file is that of Python's recurring-ical-events", () => {
  const reason = obstacle();
  test.skip(reason !== null, reason ?? "");
  const texts = calendarFiles.map(({ text }) => text);
  const input = JSON.stringify({ zone: FILES_ZONE, ...FILES_PERIOD, texts });
  const options = { input, encoding: "utf8", maxBuffer: 1e9 } as const;
  const ran = spawnSync(PYTHON, [path("tests/support/data/calendar-oracle.py")], options);
  expect(ran.stderr).toBe("");
  const found = JSON.parse(ran.stdout) as string[][];
  const table = path("tests/support/data/calendar-files.txt");
  if (process.env.WRITE_CALENDAR_TABLE) {
    const rows = calendarFiles.map(({ name, compared }, index) =>
      rowOf(name, compared(found[index] ?? [])),
    );
    writeFileSync(table, `${rows.join("\n")}\n`);
  }
  for (const [index, { name, text, compared }] of calendarFiles.entries())
    expect([name, ...compared(occurrencesIn(text))]).toEqual([
      name,
      ...compared(found[index] ?? []),
    ]);
});
