import { expect, test } from "@playwright/test";
import { secondsAffected } from "#lib/incidents/affected.ts";
import { LOCALES, type Locale, translator } from "#lib/platform/i18n/translator.ts";
import { courseSentence } from "#lib/site/words/course.ts";
import { formats } from "#lib/site/words/format.ts";

const NAMES = ["", "Shop", "Search", "E-mail", "API", "Mobile", "Blog", "Docs"];
const [SHOP, SEARCH, MAIL, API] = [1, 2, 3, 4];

type Told = [service: number, type: string, from: string, to: string | null];

/** `9:00`, `9:00 on 21` */
function at(time: string): string {
  const [clock = "", day = "20"] = time.split(" on ");
  return `2026-11-${day}T${clock.padStart(5, "0")}:00`;
}

function impactsOf(rows: Told[]) {
  return rows.map(([service_id, type, from, to]) => ({
    service_id,
    type,
    severity: type === "slow" ? "minor" : type,
    starts_at: at(from),
    ends_at: to && at(to),
  }));
}

function sentence(rows: Told[], locale: Locale = "en"): string | null {
  const f = formats(locale, "Etc/UTC", { date_format: null, time_format: null }, at("23:00"));
  return courseSentence(impactsOf(rows), {
    locale,
    t: translator(locale),
    list: f.list,
    nameOf: (id) => NAMES[id] || null,
    typeOf: (type) => (type === "slow" ? "Slow answers" : null),
    dayOf: f.day,
    timeText: (time, isDated) =>
      isDated ? `${f.calendarDay(f.day(time))}${f.glue}${f.bareTime(time)}` : f.bareTime(time),
  });
}

const improved: Told[] = [
  [SHOP, "major", "9:00", "12:00"],
  [SHOP, "minor", "12:00", "13:00"],
];
const relapsed: Told[] = [
  [SHOP, "major", "9:00", "10:00"],
  [SHOP, "major", "15:00", "16:00"],
];

const ROWS: [what: string, impacts: Told[], expected: string | null][] = [
  ["nothing", [], null],
  ["one service, one severity", [[SHOP, "major", "9:00", "10:00"]], null],
  [
    "several services, alike",
    [
      [SHOP, "major", "9:00", "10:00"],
      [MAIL, "major", "9:00", "10:00"],
    ],
    null,
  ],
  ["better before it ended", improved, "Outage 09:00–12:00, degraded until 13:00"],
  [
    "worse, and lasting",
    [
      [SHOP, "minor", "9:00", "12:00"],
      [SHOP, "major", "12:00", null],
    ],
    "Degraded 09:00–12:00, outage since 12:00",
  ],
  ["a relapse", relapsed, "Outage 09:00–10:00, again 15:00–16:00"],
  [
    "a relapse that lasts",
    [
      [SHOP, "major", "9:00", "10:00"],
      [SHOP, "major", "15:00", null],
    ],
    "Outage 09:00–10:00, again since 15:00",
  ],
  [
    "a relapse that is worse",
    [
      [SHOP, "minor", "9:00", "10:00"],
      [SHOP, "major", "15:00", "16:00"],
    ],
    "Degraded 09:00–10:00, outage 15:00–16:00",
  ],
  [
    "a service that was back earlier",
    [...improved, [MAIL, "major", "9:00", "10:00"]],
    "Outage 09:00–12:00, degraded until 13:00; E-mail was back at 10:00",
  ],
  [
    "several that were back together",
    [...improved, [MAIL, "major", "9:00", "10:00"], [API, "major", "9:00", "10:00"]],
    "Outage 09:00–12:00, degraded until 13:00; E-mail and API were back at 10:00",
  ],
  [
    "a service that a relapse spared",
    [...relapsed, [MAIL, "major", "9:00", "10:00"]],
    "Outage 09:00–10:00, again 15:00–16:00; E-mail was back at 10:00",
  ],
  [
    "back while others last",
    [
      [SHOP, "major", "9:00", null],
      [MAIL, "major", "9:00", "10:00"],
    ],
    "Outage since 09:00; E-mail was back at 10:00",
  ],
  [
    "a service that came later",
    [
      [SHOP, "major", "9:00", "14:00"],
      [MAIL, "major", "13:00", "14:00"],
    ],
    "Outage 09:00–14:00; E-mail: outage 13:00–14:00",
  ],
  [
    "one after the other",
    [
      [SHOP, "major", "9:00", "10:00"],
      [MAIL, "major", "10:00", "11:00"],
    ],
    "Shop: outage 09:00–10:00; E-mail: outage 10:00–11:00",
  ],
  [
    "a page's own type keeps its name",
    [
      [SHOP, "major", "9:00", "10:00"],
      [SHOP, "slow", "10:00", "11:00"],
    ],
    "Outage 09:00–10:00, Slow answers until 11:00",
  ],
  [
    "over days",
    [
      [SHOP, "major", "22:00", "02:00 on 21"],
      [SHOP, "minor", "02:00 on 21", "03:00 on 22"],
    ],
    "Outage 20 November, 22:00 – 21 November, 02:00, degraded until 22 November, 03:00",
  ],
  [
    "a date is said once",
    [
      [SHOP, "major", "22:00", "23:00"],
      [SHOP, "major", "08:00 on 21", "09:00 on 21"],
    ],
    "Outage 20 November, 22:00–23:00, again 21 November, 08:00–09:00",
  ],
  [
    "many spans",
    Array.from({ length: 8 }, (_, hour): Told => [SHOP, "major", `${hour}:00`, `${hour}:30`]),
    "Outage 00:00–00:30, again 01:00–01:30, again 02:00–02:30, again 03:00–03:30, …, again 07:00–07:30",
  ],
  [
    "many services",
    [...improved, ...[2, 3, 4, 5, 6].map((id): Told => [id, "major", "9:00", "10:00"])],
    "Outage 09:00–12:00, degraded until 13:00; Search, E-mail, API and 2 more were back at 10:00",
  ],
  [
    "many courses",
    [
      [SHOP, "major", "9:00", "16:00"],
      ...[2, 3, 4, 5, 6, 7].map((id): Told => [id, "major", "9:00", `${8 + id}:00`]),
    ],
    "Outage 09:00–16:00; Search was back at 10:00; E-mail was back at 11:00; API was back at 12:00; 3 more services at other times",
  ],
  [
    "services that are not named are not told of",
    [
      [SHOP, "major", "9:00", "10:00"],
      [99, "major", "9:00", "12:00"],
    ],
    null,
  ],
];

for (const [what, impacts, expected] of ROWS)
  test(`the course in words: ${what}`, () => {
    expect(sentence(impacts)).toBe(expected);
  });

const ALL: Told[] = [
  ...improved,
  [SHOP, "minor", "15:00", null],
  [MAIL, "major", "9:00", "10:00"],
  [SEARCH, "major", "11:00", "12:00"],
];
const IN_LANGUAGES: Partial<Record<Locale, string>> = {
  de: "Ausfall 09:00–12:00, Störung bis 13:00, erneut seit 15:00; E-mail ab 10:00 wieder in Betrieb; Search: Ausfall 11:00–12:00",
  es: "Interrupción 09:00–12:00, degradación hasta las 13:00, de nuevo desde las 15:00; E-mail: servicio restablecido a las 10:00; Search: interrupción 11:00–12:00",
  fr: "Panne 09:00–12:00, perturbation jusqu’à 13:00, de nouveau depuis 15:00\u202f; E-mail\u00a0: service rétabli à 10:00\u202f; Search\u00a0: panne 11:00–12:00",
  ja: "停止 09:00～12:00、13:00 まで不安定、15:00 から再発。E-mailは 10:00 に復旧。Search：停止 11:00～12:00",
  tr: "Kesinti 09:00–12:00, aksaklık (bitiş: 13:00), yeniden (başlangıç: 15:00); E-mail: 10:00 itibarıyla yeniden çalışıyor; Search: kesinti 11:00–12:00",
};

for (const locale of LOCALES)
  test(`the course in words: ${locale} says every time once`, () => {
    const said = sentence(ALL, locale) ?? "";
    if (IN_LANGUAGES[locale]) expect(said).toBe(IN_LANGUAGES[locale]);
    expect(said.match(/\d\d:\d\d|[٠-٩]{2}:[٠-٩]{2}/g)).toHaveLength(7);
  });

const OVER_DAYS: Told[] = [
  [SHOP, "major", "22:00", "02:00 on 21"],
  [SHOP, "minor", "02:00 on 21", "03:00 on 22"],
  [SHOP, "minor", "04:00 on 23", null],
  [MAIL, "major", "22:00", "01:00 on 21"],
];
const DATED: Partial<Record<Locale, string>> = {
  en: "Outage 20 November, 22:00 – 21 November, 02:00, degraded until 22 November, 03:00, again since 23 November, 04:00; E-mail was back on 21 November, 01:00",
  es: "Interrupción 20 de noviembre, 22:00 – 21 de noviembre, 02:00, degradación hasta el 22 de noviembre, 03:00, de nuevo desde el 23 de noviembre, 04:00; E-mail: servicio restablecido el 21 de noviembre, 01:00",
  fr: "Panne 20 novembre, 22:00 – 21 novembre, 02:00, perturbation jusqu’au 22 novembre, 03:00, de nouveau depuis le 23 novembre, 04:00\u202f; E-mail\u00a0: service rétabli le 21 novembre, 01:00",
};

for (const [locale, said] of Object.entries(DATED))
  test(`the course in words: ${locale} says dates otherwise than times`, () => {
    expect(sentence(OVER_DAYS, locale as Locale)).toBe(said);
  });

test("an incident lasts as long as it affected anything", () => {
  const whole = { starts_at: at("9:00"), ends_at: at("16:00") };
  const seconds = (rows: Told[], ends_at: string | null = whole.ends_at) =>
    secondsAffected({ ...whole, ends_at, impacts: impactsOf(rows) }, at("17:00"));
  expect(seconds(relapsed)).toBe(2 * 3600);
  expect(seconds([...relapsed, [MAIL, "minor", "9:30", "11:00"]])).toBe(3 * 3600);
  expect(seconds([[SHOP, "major", "9:00", null]], null)).toBe(8 * 3600);
  expect(seconds([[SHOP, "major", "9:00", "18:00"]], at("18:00"))).toBe(8 * 3600);
  expect(seconds([])).toBe(7 * 3600);
});
