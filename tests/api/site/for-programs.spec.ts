import sharp from "sharp";
import { later, wireNow } from "#lib/platform/clock.ts";
import { picture } from "#tests/support/browser/pictures.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY = 86_400;

test("a page has an icon where programs look for one: its state's, or its own", async ({
  server,
  organization,
  service,
  api,
}) => {
  const { subdomain } = organization.page;
  expect(service).toBeGreaterThan(0);
  const icon = (path: string) => server.visit(subdomain, path);
  const own = await server.request(`/s/${subdomain}/favicon.ico`);
  for (const [path, size] of [
    ["/favicon.ico", 48],
    ["/apple-touch-icon.png", 180],
  ] as const) {
    const { status, headers, bytes } = await icon(path);
    expect([status, headers["content-type"]], path).toEqual([200, "image/png"]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: size, height: size });
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  }
  expect([own.status, own.headers["content-type"]]).toEqual([200, "image/png"]);
  expect((await server.request("/favicon.ico")).status).toBe(404);
  const image = await picture(200, 200, "#ff0000").png().toBuffer();
  const path = `/orgs/${organization.id}/status_pages/${subdomain}/images/favicon`;
  const sent = await api.put(path, image, { headers: { "content-type": "image/png" } });
  expect(sent.status).toBe(200);
  for (const each of ["/favicon.ico", "/apple-touch-icon.png"]) {
    const { dominant } = await sharp((await icon(each)).bytes).stats();
    expect(dominant.r, each).toBeGreaterThan(200);
  }
});

test("scripts of other sites may ask a page's JSON again with the ETag that they got", async ({
  server,
  organization,
}) => {
  const { subdomain } = organization.page;
  const origin = "https://shop.example";
  for (const path of ["/api/v2/summary.json", "/api/v2/incidents/unresolved.json"]) {
    const headers = {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "if-none-match",
    };
    const asked = await server.visit(subdomain, path, { method: "OPTIONS", headers });
    expect(asked.status, path).toBe(204);
    expect(asked.headers).toMatchObject({
      allow: "GET, HEAD, OPTIONS",
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
    });
    const read = await server.visit(subdomain, path, { headers: { origin } });
    expect(read.headers["access-control-expose-headers"]).toBe("ETag");
    const again = { origin, "if-none-match": String(read.headers.etag) };
    const unchanged = await server.visit(subdomain, path, { headers: again });
    expect([unchanged.status, unchanged.headers["access-control-allow-origin"]]).toEqual([
      304,
      "*",
    ]);
  }
  const read = await server.request(`/api/v2/status_pages/${subdomain}/summary`);
  expect(read.headers["access-control-expose-headers"]).toBe("ETag");
});

test("?lang= and the browser's language choose by one rule", async ({ server, organization }) => {
  const { subdomain } = organization.page;
  const read = async (path: string, language: string) =>
    (await server.visit(subdomain, path, { headers: { "accept-language": language } })).text;
  for (const lang of ["pt", "pt-PT", "zh", "de-AT"]) {
    const languageOf = (text: string) => /<html lang="([^"]+)"/.exec(text)?.[1];
    const [chosen, preferred] = [await read(`/?lang=${lang}`, "en"), await read("/", lang)];
    expect(languageOf(chosen), lang).toBe(languageOf(preferred));
    expect(languageOf(chosen), lang).not.toBe("en");
  }
});

test("a history says that it is cut only where there was something before", async ({
  server,
  database,
}) => {
  const { id } = await mintOrganization(database);
  const settings = { history_limit_days: 30 };
  const [fresh, old] = [
    await mintPage(database, id, { settings }),
    await mintPage(database, id, { settings }),
  ];
  const service = await mintService(database, old.id);
  const at = (days: number) => later(wireNow(), -days * DAY);
  for (const starts_at of [at(80), at(31)])
    await mintIncident(database, old.id, {
      ...{ severity: "minor", starts_at, ends_at: at(20), service_ids: [service] },
    });
  const cut = "is no longer listed";
  const months = (days: readonly number[]) => [
    ...new Set(days.map((each) => at(each).slice(0, 7))),
  ];
  const read = async (subdomain: string) => {
    const texts = months([0, 20, 30]).map(async (month) => {
      return (await server.visit(subdomain, `/history?month=${month}`)).text;
    });
    return (await Promise.all(texts)).join("");
  };
  expect(await read(fresh.subdomain)).not.toContain(cut);
  expect(await read(old.subdomain)).toContain(cut);
});

test("beside a download stand the address to copy and, of a calendar, a link for its program", async ({
  server,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  const url = server.pageUrl(subdomain);
  const webcal = url.replace("http:", "webcal:");
  const { text } = await server.visit(subdomain, "/subscribe");
  for (const path of ["/rss", "/atom", "/calendar.ics", "/calendar/maintenance/feed.ics"]) {
    expect(text).toContain(`href="${path}"`);
    expect(text).toContain(`<code>${url}${path}</code>`);
    expect(text.includes(`href="${webcal}${path}"`), path).toBe(path.endsWith(".ics"));
  }
  expect(text).toContain(
    '<a href="/calendar/maintenance/feed.ics">Maintenance calendar (iCal)</a>',
  );
  for (const [page, path] of [
    ["/", "/calendar.ics"],
    [`/services/${service}`, `/services/${service}/calendar.ics`],
  ])
    expect((await server.visit(subdomain, page)).text).toContain(`href="${webcal}${path}"`);
});

test("?items=incidents is an address of its own, from memory, as is the plain one", async ({
  server,
  organization,
  service,
  api,
}) => {
  const { subdomain } = organization.page;
  const updates = [{ description: "We look" }];
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const path = `/status_pages/${subdomain}/incidents`;
  const made = (await api.post(path, { incident })).json<{ incident: { id: number } }>();
  const { id } = made.incident;
  await api.post(`${path}/${id}/updates`, { update: { type: "identified", description: "Found" } });
  const url = `${server.pageUrl(subdomain)}/incidents/${id}`;
  const guids = async (feed: string) => {
    const { text } = await server.visit(subdomain, feed);
    return [...text.matchAll(/<guid[^>]*>([^<]*)/g)].map(([, guid = ""]) => guid);
  };
  for (const feed of ["/rss", "/history.rss", `/services/${service}/rss`, `/incidents/${id}/rss`]) {
    expect(
      (await guids(feed)).map((guid) => guid.split("#")[0]),
      feed,
    ).toEqual([url, url]);
    expect(await guids(`${feed}?items=incidents`), feed).toEqual([url]);
    const again = await server.visit(subdomain, `${feed}?items=incidents`);
    expect(again.headers["cache-status"], feed).toBe("allclear; hit");
  }
});
