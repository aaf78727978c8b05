import { PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import { watch } from "#tests/support/browser/hostile.ts";
import { picture } from "#tests/support/browser/pictures.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { recordPath, type World } from "#tests/support/effects/effect.ts";
import { expect, test } from "#tests/support/test.ts";

type Samples = Record<string, string>;

/** What stands in the brackets of every route, by the word before it. */
async function fill(world: World): Promise<Samples> {
  const { api, database, organization, service } = world;
  const { id, subdomain } = organization.page;
  const files = await Promise.all(
    ["logo", "dark_logo", "bg_image", "favicon"].map(async (name) => {
      const body = await picture(60, 30).png().toBuffer();
      const answer = await api.put(`${recordPath(world)}/images/${name}`, body);
      return new URL(answer.json<{ image: { url: string } }>().image.url).pathname;
    }),
  );
  const look = {
    theme_selected: "big-logo",
    theme_configs: { font: "rounded" },
    external_calendar_enabled: true,
    social_public_screen_name: "acme",
    about: "![a picture](https://elsewhere.test/picture.png)",
    display_about: true,
  };
  await api.put(recordPath(world), { status_page: look });
  await api.put(`/status_pages/${subdomain}/services/${service}`, {
    service: { display_uptime_graph: true },
  });
  const starts_at = new Date().toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length);
  const incident = await mintIncident(database, id, {
    severity: "major",
    starts_at,
    ends_at: null,
    service_ids: [service],
  });
  const notice = await api.post(`/status_pages/${subdomain}/info_notices`, {
    info_notice: { title: "News", updates: [{ description: "Of ours" }] },
  });
  return {
    incidents: String(incident),
    services: String(service),
    info_notices: String(notice.json<{ info_notice: { id: number } }>().info_notice.id),
    history: starts_at.slice(0, "YYYY-MM-DD".length),
    images: files[0]?.split("/").at(-1) ?? "",
  };
}

/** An address of a route; words of ours stand for what nobody has, such as a token. */
function addressOf(pattern: string, samples: Samples): string {
  return pattern.replace(/(\w+)\/\[\w+\]/g, (_, word: string) => `${word}/${samples[word] ?? "x"}`);
}

// Signing in begins with a cookie of its own.
const VISITED = PAGE_ROUTES.filter(({ before_gate }) => !before_gate);

test("wherever visitors go on a page, they load nothing from elsewhere and get no cookie", async ({
  context,
  server,
  api,
  database,
  organization,
  service,
}) => {
  test.slow();
  const world = { server, api, database, organization, service };
  const samples = await fill(world);
  const { subdomain } = organization.page;
  const seen = await watch(context, server.port);
  const page = await context.newPage();
  const given: string[] = [];
  page.on("response", async (response) => {
    const { "set-cookie": cookie } = await response.allHeaders();
    if (cookie) given.push(`${response.url()} ${cookie}`);
  });
  const documents = ["document", "form"];
  for (const base of [server.pageUrl(subdomain), `${server.url}/s/${subdomain}`]) {
    for (const { pattern, kind } of VISITED) {
      const address = base + addressOf(pattern, samples);
      if (documents.includes(kind)) await page.goto(address);
      const host = new URL(base).hostname === "localhost" ? null : subdomain;
      const path = address.slice(new URL(base).origin.length);
      const { status, headers } = host
        ? await server.visit(host, path)
        : await server.request(path);
      expect([address, headers["set-cookie"]]).toEqual([address, undefined]);
      if (Object.keys(samples).some((word) => pattern.includes(`${word}/[`)))
        expect([address, status]).toEqual([address, 200]);
    }
  }
  expect(seen.elsewhere).toEqual([]);
  expect(given).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test("no picture of the operator's moves anything when it comes", async ({
  page,
  server,
  api,
  database,
  organization,
  service,
}) => {
  await fill({ server, api, database, organization, service });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/images/**", async (route) => {
    await page.locator("main h1").waitFor();
    await route.continue();
  });
  await page.goto(server.pageUrl(organization.page.subdomain));
  const logo = page.locator("header img");
  await expect(logo).toHaveJSProperty("complete", true);
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});
