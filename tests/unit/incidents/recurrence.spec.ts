import { expect, test } from "@playwright/test";
import { checkRecurrence, occurrencesFrom, type Pattern } from "#lib/incidents/recurrence/rules.ts";

const HOUR = 3_600;

/** What begins at a time by the clock of Berlin and takes an hour. */
function inBerlin(local: string, rule: string, duration_seconds = HOUR): Pattern {
  const time_zone = "Europe/Berlin";
  const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(time_zone);
  const starts_at = zoned.toInstant().toString().slice(0, 19);
  return { rule, starts_at, time_zone, duration_seconds };
}

/** The first ones by the clock of Berlin. */
function clock(pattern: Pattern, most = 4): string[] {
  return occurrencesFrom(pattern, pattern.starts_at, most).map((time) =>
    Temporal.Instant.from(`${time}Z`).toZonedDateTimeISO("Europe/Berlin").toString().slice(0, 22),
  );
}

function refusalOf(pattern: Pattern): string | undefined {
  try {
    checkRecurrence(pattern);
    return undefined;
  } catch (error) {
    const { fields } = error as { fields: { recurrence: { code: string }[] } };
    return fields.recurrence[0]?.code;
  }
}

test("02:30 every Sunday stays 02:30; the night that skips it has 03:30", () => {
  expect(clock(inBerlin("2027-03-14T02:30", "FREQ=WEEKLY;BYDAY=SU"))).toEqual([
    "2027-03-14T02:30:00+01",
    "2027-03-21T02:30:00+01",
    "2027-03-28T03:30:00+02",
    "2027-04-04T02:30:00+02",
  ]);
  expect(clock(inBerlin("2027-10-24T02:30", "FREQ=WEEKLY"), 3)).toEqual([
    "2027-10-24T02:30:00+02",
    "2027-10-31T02:30:00+02",
    "2027-11-07T02:30:00+01",
  ]);
});

test("the last Friday of each month is found, over the change of the clocks", () => {
  expect(clock(inBerlin("2027-01-29T22:00", "FREQ=MONTHLY;BYDAY=-1FR"))).toEqual([
    "2027-01-29T22:00:00+01",
    "2027-02-26T22:00:00+01",
    "2027-03-26T22:00:00+01",
    "2027-04-30T22:00:00+02",
  ]);
});

test("what comes from a moment on does not depend on where one looks from", () => {
  const pattern = inBerlin("2027-01-03T00:30", "FREQ=WEEKLY;INTERVAL=2");
  const all = occurrencesFrom(pattern, pattern.starts_at, 60);
  for (const [index, time] of all.slice(0, 50).entries())
    expect(occurrencesFrom(pattern, time, 5)).toEqual(all.slice(index, index + 5));
});

test("an end is a day of the zone, a moment, or a number", () => {
  const start = "2027-03-14T23:30";
  for (const end of ["UNTIL=20270321", "UNTIL=20270321T223000Z", "COUNT=2"])
    expect(clock(inBerlin(start, `FREQ=WEEKLY;${end}`))).toHaveLength(2);
});

test("a rule is refused with the reason: unreadable, too dense, off its start, never again", () => {
  const start = "2027-03-14T02:30";
  const refused: [string, string, number?][] = [
    ["FREQ=SOMETIMES", "bad_recurrence"],
    ["FREQ=WEEKLY;BYDAY=XX", "bad_recurrence"],
    ["FREQ=WEEKLY;BYHOUR=3", "bad_recurrence"],
    ["FREQ=WEEKLY;FREQ=DAILY", "bad_recurrence"],
    ["FREQ=DAILY;INTERVAL=0", "bad_recurrence"],
    ["FREQ=WEEKLY;UNTIL=2027", "bad_recurrence"],
    ["FREQ=HOURLY", "recurrence_dense"],
    ["FREQ=DAILY", "recurrence_dense", 25 * HOUR],
    ["FREQ=DAILY;COUNT=5000", "recurrence_long"],
    ["FREQ=WEEKLY;BYDAY=MO", "recurrence_off_start"],
    ["FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31", "recurrence_never"],
    ["FREQ=WEEKLY;COUNT=1", "recurrence_never"],
    ["FREQ=WEEKLY;UNTIL=20270315", "recurrence_never"],
    ["FREQ=YEARLY;INTERVAL=9999", "recurrence_never"],
  ];
  for (const [rule, code, duration] of refused)
    expect([rule, refusalOf(inBerlin(start, rule, duration))]).toEqual([rule, code]);
  for (const rule of ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU,WE", "FREQ=YEARLY", "FREQ=MONTHLY"])
    expect([rule, refusalOf(inBerlin(start, rule))]).toEqual([rule, undefined]);
});
