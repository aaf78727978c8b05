import { expect, test } from "@playwright/test";
import { ownDowntime } from "#lib/services/uptime/uptime.ts";
import { correctDays, emptyDay } from "#lib/services/uptime-corrections/apply.ts";
import {
  correctionsOnDays,
  type EnteredCorrection,
} from "#lib/services/uptime-corrections/on-days.ts";

const HOUR = 3_600;
const [NINTH, TENTH, ELEVENTH] = ["2026-07-09", "2026-07-10", "2026-07-11"] as const;
const NEW_YORK = "America/New_York";

/** In New York the 10th of Berlin has its first 6 hours on the 9th, and 18 on the 10th. */
function berlin(fields: Partial<EnteredCorrection>): EnteredCorrection {
  return {
    ...{
      service_id: 1,
      day: TENTH,
      time_zone: "Europe/Berlin",
      updated_at: `${ELEVENTH}T10:00:00`,
    },
    ...{ downtime_seconds: 2_400, ignore_checks: false, reason: "Ours", impacts: [] },
    ...fields,
  };
}

const impacts = [
  {
    ...{ id: 1, severity: "major" as const },
    ...{ starts_at: `${TENTH}T10:00:00`, ends_at: `${TENTH}T12:00:00` },
  },
  { id: 2, severity: "minor" as const, starts_at: `${TENTH}T21:00:00`, ends_at: null },
];

const DOWNTIMES: Record<string, [EnteredCorrection[], Record<string, number>]> = {
  "the share of each day": [[berlin({})], { [NINTH]: 600, [TENTH]: 1_800 }],
  "what is found outside its hours stays": [
    [berlin({ downtime_seconds: 0, impacts })],
    { [TENTH]: 0.3 * 2 * HOUR },
  ],
  "two days of one zone, side by side": [
    [berlin({}), berlin({ day: ELEVENTH })],
    { [NINTH]: 600, [TENTH]: 1_800 + 600, [ELEVENTH]: 1_800 },
  ],
  "a correction of the very day counts alone": [
    [berlin({}), berlin({ time_zone: NEW_YORK, downtime_seconds: 60 })],
    { [NINTH]: 600, [TENTH]: 60 },
  ],
  "of two other zones the newer counts where both apply": [
    [
      berlin({ updated_at: `${ELEVENTH}T09:00:00` }),
      berlin({ time_zone: "Etc/UTC", downtime_seconds: 0 }),
    ],
    { [NINTH]: 200 },
  ],
  "one of checks alone changes no downtime": [
    [berlin({ downtime_seconds: null, ignore_checks: true, impacts })],
    { [TENTH]: 2 * HOUR + 0.3 * 3 * HOUR },
  ],
};

for (const [name, [entered, expected]] of Object.entries(DOWNTIMES)) {
  test(`a day corrected in another zone: ${name}`, () => {
    const found = entered.some((each) => each.impacts.length > 0)
      ? [
          {
            ...emptyDay(1, TENTH),
            ...{ counted_major_seconds: 2 * HOUR, counted_minor_seconds: 3 * HOUR },
          },
        ]
      : [];
    const services = [{ id: 1, parent_id: null, private: false }];
    const days = correctDays(services, found, correctionsOnDays(entered, NEW_YORK));
    const told = days.map((day) => [day.day, ownDowntime(day)] as const);
    expect(Object.fromEntries(told.filter(([, seconds]) => seconds > 0))).toEqual(expected);
  });
}

test("checks are ignored on the day that has most of the corrected one", () => {
  const days = correctionsOnDays([berlin({ ignore_checks: true })], NEW_YORK);
  expect(days.map(({ day, ignore_checks }) => [day, ignore_checks])).toEqual([
    [TENTH, true],
    [NINTH, false],
  ]);
});
