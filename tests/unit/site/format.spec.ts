import { expect, test } from "@playwright/test";
import { formats } from "#lib/site/words/format.ts";

const NOW = "2026-11-20T12:00:00";
const PLAIN = { date_format: null, time_format: null };

test("times name their zone, also where a language has no name for it", () => {
  const time = (zone: string, locale: "en" | "de" = "en") =>
    formats(locale, zone, PLAIN, NOW).dateTime("2026-11-20T13:02:00").replaceAll("\u00a0", " ");
  expect(time("Europe/Berlin")).toBe("20 November, 14:02 CET");
  expect(time("Europe/Berlin", "de")).toBe("20. November, 14:02 MEZ");
  expect(time("America/New_York")).toBe("20 November, 08:02 EST");
  expect(time("Asia/Kolkata")).toBe("20 November, 18:32 GMT+5:30");
});

test("an operator's own format is used, and another year is told", () => {
  const own = formats("en", "Etc/UTC", { date_format: "%-d.%m.%Y", time_format: "%I:%M %p" }, NOW);
  expect(own.dateTime("2026-03-02T00:05:00")).toBe("2.03.2026, 12:05 AM\u00a0UTC");
  expect(formats("en", "Etc/UTC", PLAIN, NOW).calendarDay("2025-03-12")).toBe("12 March 2025");
});

test("a format that names the zone names it once, and a day of the calendar has no hour", () => {
  const own = (date_format: string | null, time_format: string | null) =>
    formats("en", "Europe/Berlin", { date_format, time_format }, NOW);
  const at = "2026-11-20T13:02:00";
  expect(own(null, "%H:%M %Z").dateTime(at)).toBe("20 November, 14:02 CET");
  expect(own(null, "%H:%M (%z)").time(at)).toBe("14:02 (+0100)");
  expect(own(null, "%H:%M (%z)").bareTime(at)).toBe("14:02");
  expect(own(null, "%Z").bareTime(at)).toBe("14:02");
  const whole = own("%Y-%m-%dT%H:%M:%S%z", "%R");
  expect(whole.calendarDay("2026-11-20")).toBe("2026-11-20");
  expect(whole.dateTime(at)).toBe("2026-11-20, 14:02\u00a0CET");
  expect(own("%d.%m.%Y %H.%M Uhr %Z", null).calendarDay("2026-11-20")).toBe("20.11.2026");
  expect(own("%c", null).calendarDay("2026-11-20")).toBe("Fri Nov 20 2026");
  expect(own("%T", null).calendarDay("2026-11-20")).toBe("20 November");
});

test("a percentage never claims more than is true", () => {
  const { percent } = formats("en", "Etc/UTC", PLAIN, NOW);
  expect([100, 99.99999, 99.981, 0].map(percent)).toEqual(["100%", "99.99%", "99.98%", "0.00%"]);
});

test("a percentage is written as its language writes it", () => {
  const written = (locale: string) => formats(locale, "Etc/UTC", PLAIN, NOW).percent(99.98);
  expect(["en", "de", "tr", "fr"].map(written)).toEqual([
    "99.98%",
    "99,98\u00a0%",
    "%99,98",
    "99,98\u00a0%",
  ]);
});

test("durations are short and exact, in the words of the language", () => {
  const spelled = (locale: string, ...seconds: number[]) =>
    seconds.map((each) => formats(locale, "Etc/UTC", PLAIN, NOW).duration(each));
  expect(
    spelled("en", 0, 59.6, 60, 4_320, 3_600, 90_000, 7_747_200).map((text) =>
      text.replaceAll("\u00a0", " "),
    ),
  ).toEqual(["0 min", "< 1 min", "1 min", "1 h 12 min", "1 h", "1 day 1 h", "89 days 16 h"]);
  expect(spelled("de", 59, 4_320)).toEqual(["<\u00a01\u00a0Min.", "1\u00a0Std.\u00a012\u00a0Min."]);
  expect(spelled("ja", 59, 90_000)).toEqual(["1分未満", "1日1時間"]);
  expect(spelled("zh-Hans", 5_400, 90_000)).toEqual(["1小时30分钟", "1天1小时"]);
});

test("days in a row are told as a range, and days ahead are counted on the calendar", () => {
  const { calendarDays, inDays } = formats("en", "Europe/Berlin", PLAIN, NOW);
  const plain = (text: string) => text.replaceAll("\u2009", "");
  expect(plain(calendarDays("2026-11-12", "2026-11-15"))).toBe("12–15 November");
  expect(plain(calendarDays("2026-10-30", "2026-11-02"))).toBe("30 October–2 November");
  const own = formats("en", "Etc/UTC", { date_format: "%d.%m.", time_format: null }, NOW);
  expect(own.calendarDays("2026-11-12", "2026-11-15")).toBe("12.11. – 15.11.");
  expect(inDays(NOW, "2026-11-22T23:30:00")).toBe("in 3 days");
  expect(formats("de", "Europe/Berlin", PLAIN, NOW).inDays(NOW, "2026-11-23T10:00:00")).toBe(
    "in 3 Tagen",
  );
});

test("dates and times, hours and minutes are joined as the language joins them", () => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  const told = (locale: string) => {
    const f = formats(locale, "Etc/UTC", PLAIN, NOW);
    return [f.dateTime("2026-11-20T13:02:00"), f.duration(4_320)].map(plain);
  };
  expect(told("ja")).toEqual(["11月20日 13:02 UTC", "1時間12分"]);
  expect(told("ko")).toEqual(["11월 20일 13:02 UTC", "1시간 12분"]);
  expect(told("ar")[0]).toMatch(/نوفمبر، 13:02 UTC$/);
});

test("a weekday stands with its date as the language has it, and no range of days is in numbers", () => {
  const f = (locale: string) => formats(locale, "Etc/UTC", PLAIN, NOW);
  expect(f("ja").wholeDay("2026-11-19")).toBe("11月19日木曜日");
  expect(f("de").wholeDay("2026-11-19")).toBe("Donnerstag, 19. November");
  expect(f("ja").calendarDays("2026-11-16", "2026-11-18")).toBe("11月16日～11月18日");
});

test("a share in percent is written as its language writes it, any other unit with a space", () => {
  const told = (locale: string, unit: string) =>
    formats(locale, "Etc/UTC", PLAIN, NOW).quantity(99.5, unit).replaceAll("\u00a0", " ");
  expect([told("en", "%"), told("de", "%"), told("en", "ms")]).toEqual([
    "99.5%",
    "99,5 %",
    "99.5 ms",
  ]);
  expect([told("ar", "ms")]).toEqual(["\u206899.5 ms\u2069"]);
});

test("a span names the day and the zone once where both ends have the same", () => {
  const span = (locale: string, from: string, to: string) =>
    formats(locale, "Europe/Berlin", PLAIN, NOW).span(from, to).replaceAll("\u00a0", " ");
  const [from, to] = ["2026-11-28T01:00:00", "2026-11-28T03:30:00"];
  expect(span("en", from, to)).toBe("28 November, 02:00 – 04:30 CET");
  expect(span("ja", from, to)).toBe("11月28日 02:00～04:30 CET");
  expect(span("en", from, "2026-11-29T03:30:00")).toBe(
    "28 November, 02:00 – 29 November, 04:30 CET",
  );
  expect(span("en", "2026-10-24T22:30:00", "2026-10-25T02:30:00")).toBe(
    "25 October, 00:30 CEST – 03:30 CET",
  );
});

test("a zone is named in the reader's language, with its city; without a name, by the city", () => {
  const named = (locale: string, zone: string) => formats(locale, zone, PLAIN, NOW).zoneText(NOW);
  expect(named("de", "Europe/Berlin")).toBe("Mitteleuropäische Zeit (Berlin)");
  expect(named("en", "America/New_York")).toBe("Eastern Time (New York)");
  expect(named("ja", "Europe/Berlin")).toBe("中央ヨーロッパ時間（Berlin）");
  expect([named("fr", "UTC"), named("de", "Etc/UTC")]).toEqual(["UTC", "UTC"]);
});

test("days ahead have no spaces in Japanese", () => {
  const { inDays, inTime } = formats("ja", "Etc/UTC", PLAIN, NOW);
  expect([inDays(NOW, "2026-11-24T12:00:00"), inTime(7_200)]).toEqual(["4日後", "2時間後"]);
});
