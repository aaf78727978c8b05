import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { ROOT } from "#tests/support/code/sources.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const ZONES = [
  "America/New_York",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "America/St_Johns",
  "Pacific/Apia",
  "Europe/Berlin",
];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function visitor(browser: Browser, timezoneId: string): Promise<Page> {
  return (await browser.newContext({ timezoneId, locale: "en-GB" })).newPage();
}

/** The day, the hour and the minute of a moment in a zone, by another way than the script's. */
function inZone(ms: number, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

function sameDay(one: number, other: number, zone: string): boolean {
  return inZone(one, zone).toPlainDate().equals(inZone(other, zone).toPlainDate());
}

/** How a time has to be told: `21 November, 14:02`, the date where it is another day's. */
function told(ms: number, than: number | null, now: number, zone: string): string {
  const time = inZone(ms, zone);
  const year = time.year === inZone(now, zone).year ? undefined : "numeric";
  const date = time.toPlainDate().toLocaleString("en-GB", { day: "numeric", month: "long", year });
  const clock = time.toPlainTime().toString({ smallestUnit: "minute" });
  return than !== null && sameDay(ms, than, zone) ? clock : `${date}, ${clock}`;
}

const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** A document with the times of a page in Europe/Berlin, as the server writes them. */
function documentOf(now: number, times: number[], span: [number, number]): string {
  const moment = (ms: number, more = "") =>
    `<time ${more} datetime="${wire(ms)}Z">in Berlin</time>`;
  return `<!doctype html><html lang="en" data-tag="en-GB" data-base="" data-zone="Europe/Stockholm"
    data-midnight="${wire(now + HOUR)}Z"><head><script type="module" src="/page.js"></script></head><body><main><section>
    ${moment(now, 'id="as-of"')}<p id="stale"></p>${times.map((ms) => moment(ms)).join("")}
    ${moment(span[0], 'data-f="s"')} – ${moment(span[1], 'data-f="e"')}
    </section></main><span id="zone" data-note="# (|)">Stockholm</span></body></html>`;
}

// Clocks change in New York and St. John's, in Berlin; a year ends; a leap day.
const MOMENTS = [
  "2026-11-01T05:30:00Z",
  "2026-11-01T06:30:00Z",
  "2026-03-08T07:00:00Z",
  "2026-03-29T00:59:00Z",
  "2026-10-25T01:00:00Z",
  "2026-12-31T23:30:00Z",
  "2028-02-29T10:59:59Z",
  "2026-11-21T22:52:00Z",
];

for (const zone of ZONES) {
  test(`every time is told with its date in ${zone}, unless it is of the visitor's today`, async ({
    browser,
    server,
    organization,
  }) => {
    const page = await visitor(browser, zone);
    const url = `${server.pageUrl(organization.page.subdomain)}/made`;
    for (const moment of MOMENTS) {
      const now = Date.parse(moment);
      const around = [0, -1, -90, -6 * 60, -13 * 60, -25 * 60, 8 * 60, 26 * 60, -400 * 24 * 60];
      const times = around.map((minutes) => now + minutes * MINUTE);
      const span: [number, number] = [now + 3 * HOUR, now + 9 * HOUR];
      const body = documentOf(now, times, span);
      await page.clock.setFixedTime(now);
      await page.route(url, (route) => route.fulfill({ contentType: "text/html", body }));
      await page.goto(url);
      const city = zone.replace(/.*\//, "").replaceAll("_", " ").replace("Kolkata", "Calcutta");
      await expect(page.locator("#zone")).toContainText(city);
      const shown = (await page.locator("time").allTextContents()).map(
        (text) => text.split("\u00a0")[0],
      );
      expect(shown, moment).toEqual([
        told(now, now, now, zone),
        ...times.map((ms) => told(ms, now, now, zone)),
        told(span[0], null, now, zone),
        told(span[1], span[0], now, zone),
      ]);
      await page.unroute(url);
    }
    await page.context().close();
  });
}

/** A zone in which it is a quarter of an hour or so past midnight now. */
function zonePastMidnight(): string {
  const hour = new Date().getUTCHours();
  const offset = hour < 12 ? -hour : 24 - hour;
  return offset === 0 ? "Etc/UTC" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

test("without scripts every time has its date, ages cross midnight, and no day is called today", async ({
  browser,
  server,
  organization,
  database,
}) => {
  const { id, subdomain } = await mintPage(database, organization.id, {
    time_zone: zonePastMidnight(),
  });
  const service = await mintService(database, id);
  const starts_at = wire(Date.now() - 2 * HOUR);
  const incident_id = await mintIncident(database, id, {
    severity: "major",
    starts_at,
    ends_at: null,
    service_ids: [service],
  });
  const update = { status_page_id: id, incident_id, type: "issue" as const, description: "News" };
  await database
    .insertInto("incident_updates")
    .values({ ...update, posted_at: starts_at })
    .execute();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ["/", `/incidents/${incident_id}`]) {
    await page.goto(server.pageUrl(subdomain) + path);
    for (const time of await page.locator("time").all())
      await expect(time).toHaveText(/^\d+ \w+, \d\d:\d\d/, { useInnerText: true });
    await expect(page.locator(".update .ago")).toHaveText(/2\sh(\s\d\smin)?\sago$/, {
      useInnerText: true,
    });
    await expect(page.getByText(/today|yesterday/i)).toHaveCount(0);
    await expect(page.locator(".zoned").first()).toBeHidden();
  }
  await context.close();
});

test("an open page that hears nothing more counts on, tells dates after midnight, no age of a day", async ({
  browser,
  server,
  organization,
  service,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const now = Date.now();
  const incident_id = await mintIncident(database, id, {
    severity: "major",
    starts_at: wire(now - HOUR),
    ends_at: null,
    service_ids: [service],
  });
  const update = { status_page_id: id, incident_id, type: "issue" as const, description: "News" };
  await database
    .insertInto("incident_updates")
    .values({ ...update, posted_at: wire(now - 30 * MINUTE) })
    .execute();
  for (const zone of ["Etc/UTC", "America/New_York"]) {
    const page = await visitor(browser, zone);
    await page.clock.install({ time: now });
    await page.goto(server.pageUrl(subdomain));
    const asOf = page.locator("#as-of");
    await expect(asOf).toHaveText(/^\d\d:\d\d\s/, { useInnerText: true });
    await page.context().setOffline(true);
    await page.clock.fastForward(25 * MINUTE);
    await expect(page.locator(".update .ago")).toHaveText(/5\d\smin\sago$/, { useInnerText: true });
    await page.clock.fastForward(DAY);
    await expect(page.locator(".update .ago")).toBeHidden();
    for (const time of await page.locator("time:visible").all())
      await expect(time).toHaveText(/^\d+ \w+, \d\d:\d\d/, { useInnerText: true });
    await page.context().close();
  }
});

test("where times are the visitor's, the page says whose days its days are", async ({
  browser,
  server,
  organization,
  database,
}) => {
  const zones = { time_zone: "Europe/Berlin" };
  const own = await mintPage(database, organization.id, zones);
  const enforced = await mintPage(database, organization.id, {
    ...zones,
    settings: {
      date_format: "%d.%m.%Y",
      time_format: "%I:%M %p",
      date_format_enforce_everywhere: true,
    },
  });
  const page = await visitor(browser, "Asia/Tokyo");
  await page.goto(server.pageUrl(own.subdomain));
  await expect(
    page.locator(".past").locator("..").getByText("Days in Europe/Berlin"),
  ).toBeVisible();
  await expect(page.locator("footer")).toContainText("Time zone: Japan Standard Time (Tokyo)");
  await page.goto(server.pageUrl(enforced.subdomain));
  await expect(page.locator(".zoned").first()).toBeHidden();
  await expect(page.locator("footer")).toContainText("Time zone: Central European Time (Berlin)");
  await expect(page.locator("#as-of")).toHaveText(/^[\d.]{10}, \d\d:\d\d [AP]M\sCES?T$/);
  await page.context().close();
});

test("the script of a page stays below 6 KB, and all its parts together as they are sent", () => {
  const read = (name: string) => readFileSync(join(ROOT, `public/${name}.js`));
  expect(read("page").length).toBeLessThan(6 * 1024);
  const parts = ["page", "page-live", "page-rows"].map((name) => brotliCompressSync(read(name)));
  expect(parts.reduce((sum, part) => sum + part.length, 0)).toBeLessThan(6 * 1024);
});
