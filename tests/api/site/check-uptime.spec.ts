import type { ServiceUptime } from "#lib/site/uptime/service-uptime.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { checker, everySoOften } from "#tests/support/db/check-results.ts";
import { apiOf } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const NOW_S = Math.floor(Date.now() / 3_600_000) * 3_600;
const DAY = 86_400;

async function watched(database: Parameters<typeof mintService>[0]) {
  const { page, keys } = await mintOrganization(database);
  const service = await mintService(database, page.id, { display_uptime_graph: true });
  await database
    .updateTable("services")
    .set({ display_response_time_chart: true, inserted_at: "2025-01-01T00:00:00" })
    .where("id", "=", service)
    .execute();
  return { page, keys, service, write: checker(database, page.id, service) };
}

const page = async (server: TestServer, subdomain: string, path: string) =>
  (await server.visit(subdomain, path)).text.replaceAll("<!-- -->", "");

test("response times are drawn with their mean over each period, only where that is switched on, and never of private services", async ({
  server,
  database,
}) => {
  const one = await watched(database);
  await one.write(
    everySoOften([NOW_S - 20 * DAY, NOW_S], 1_800, (time) => ({
      outcome: "up",
      response_ms: time < NOW_S - DAY ? 300 : 100,
    })),
  );
  const path = `/services/${one.service}`;
  const { subdomain } = one.page;
  const day = await page(server, subdomain, path);
  expect(day).toContain("Response time");
  expect(day).toMatch(/<b>100\sms<\/b> average/);
  expect(day).toMatch(/95% of checks answered within 100\sms/);
  expect(await page(server, subdomain, `${path}?period=quarter`)).toMatch(
    /<b>290\sms<\/b> average/,
  );
  const off = database.updateTable("services").where("id", "=", one.service);
  await off.set({ display_response_time_chart: false }).execute();
  expect(await page(server, subdomain, `${path}?period=week`)).not.toContain("Response time");
  await off.set({ display_response_time_chart: true, private: true }).execute();
  const hidden = await server.visit(subdomain, `${path}?period=month`);
  expect([hidden.status, hidden.text.includes("Response time")]).toEqual([404, false]);
});

test("the percentage of checks stands beside the uptime from incidents on page, calendar, JSON and CSV, and what is unknown counts for neither", async ({
  server,
  database,
}) => {
  const one = await watched(database);
  const outcomes = ["up", "up", "up", "down", "none", "none"] as const;
  const from = NOW_S - 2 * DAY;
  await one.write(
    everySoOften([from, from + 6 * 3_600], 3_600, (time) => ({
      outcome: outcomes[(time - from) / 3_600] ?? "up",
    })),
  );
  const { subdomain } = one.page;
  const base = `/services/${one.service}`;
  const read = await apiOf(server, null).get(`/status_pages/${subdomain}${base}/uptime`);
  const { uptime } = read.json<{ uptime: ServiceUptime }>();
  expect(uptime).toMatchObject({
    uptime_percent: 100,
    checks: { up: 3, down: 1, none: 2, uptime_percent: 75 },
  });
  const explained = await page(server, subdomain, `${base}/uptime`);
  expect(explained).toContain("3 of 4 checks successful");
  expect(await page(server, subdomain, base)).toContain("75.00% of checks successful");
  expect(await page(server, subdomain, "/calendar")).toContain("75.00% of checks successful");
  const csv = await page(server, subdomain, `${base}/uptime.csv`);
  const days = uptime.checks?.days.toReversed() ?? [];
  expect(csv.trim().split("\r\n").slice(1)).toEqual(
    days.map(({ day, up, down, none }) => `${day},checks,,,,,,,,,${up},${down},${none},`),
  );
});
