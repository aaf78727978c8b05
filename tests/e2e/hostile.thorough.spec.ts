import type { BrowserContext, Page } from "@playwright/test";
import { signIn } from "#tests/support/browser/admin.ts";
import { HOSTILE_CSS, watch } from "#tests/support/browser/hostile.ts";
import {
  answered,
  type HostileIds,
  writeHostilePage,
} from "#tests/support/browser/hostile-page.ts";
import { picture } from "#tests/support/browser/pictures.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { recordPath } from "#tests/support/effects/effect.ts";
import { expect, test } from "#tests/support/test.ts";

/** Opens an address, and everything on it that opens; waits until nothing more is loaded. */
async function look(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "load" });
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    for (const field of document.querySelectorAll<HTMLElement>("a, input, summary")) field.focus();
  });
  // Errors of images and the like are tasks of their own: two frames later they have run.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Links that act, and elements that nothing of ours has. */
function intruders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const acting = [...document.querySelectorAll("[href], [src], [action], [srcset]")].filter(
      (element) =>
        ["href", "src", "action"].some((name) =>
          /^\s*(javascript|vbscript|data:text)/i.test(element.getAttribute(name) ?? ""),
        ),
    );
    const handling = [...document.querySelectorAll("*")].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith("on")),
    );
    const foreign = [...document.querySelectorAll("iframe, object, embed, base, template, math")];
    return [...acting, ...handling, ...foreign].map((element) => element.outerHTML);
  });
}

function pathsOf({ incident, maintenance, notice, service }: HostileIds): string[] {
  const today = new Date().toISOString().slice(0, "YYYY-MM-DD".length);
  return [
    ...["", "/?lang=de", `/services/${service}`, `/services/${service}?lang=de`],
    ...[`/incidents/${incident}`, `/incidents/${incident}?lang=de`, `/incidents/${maintenance}`],
    ...[`/info_notices/${notice}`, `/history/${today}`, "/nothing<script>hit('path')</script>"],
    ...["/rss", "/atom", "/rss?lang=de"],
  ];
}

async function watched(context: BrowserContext, port: number) {
  const seen = await watch(context, port);
  return { seen, page: await context.newPage() };
}

test("whatever an operator writes into texts, nothing of it runs or loads: on their page, under the application, in the admin", async ({
  context,
  server,
  api,
  database,
  organization,
  service,
}) => {
  test.slow();
  const world = { server, api, database, organization, service };
  const ids = await writeHostilePage(world);
  const { subdomain } = organization.page;
  const { seen, page } = await watched(context, server.port);
  const bases = [server.pageUrl(subdomain), `${server.url}/s/${subdomain}`];
  for (const address of bases.flatMap((base) => pathsOf(ids).map((path) => base + path))) {
    await look(page, address);
    expect([address, await intruders(page)]).toEqual([address, []]);
  }
  await signIn(page, server, organization.owner);
  const admin = `${server.url}/pages/${subdomain}/incidents`;
  for (const path of [
    "",
    `/${ids.incident}`,
    `/${ids.incident}/edit`,
    `/${ids.maintenance}`,
    "/new",
  ]) {
    await look(page, admin + path);
    await expect(page.locator("[aria-keyshortcuts]").first()).toBeAttached();
  }
  expect(seen).toEqual({ hits: [], elsewhere: [] });
});

const SCRIPTS = {
  head_code: "<script>hit('head')</script>",
  custom_header: "<div><script>hit('header')</script><img src=x onerror=hit('handler')></div>",
  custom_footer: "<script>hit('footer')</script><p style='color:red' onclick=hit('click')>x</p>",
  custom_js: "hit('js'); '</script><script>hit(\"js-breakout\")</script>'",
  custom_css: HOSTILE_CSS,
};

test("an operator's code runs on their page's own host only, and only where its policy lets it", async ({
  context,
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  const other = await mintOrganization(database);
  const { subdomain } = organization.page;
  const { seen, page } = await watched(context, server.port);
  const host = `${subdomain}.localhost:${server.port}`;
  const visit = async (address: string) => {
    seen.hits.length = 0;
    await look(page, address);
    return seen.hits.toSorted();
  };
  const named = (...names: string[]) => names.map((name) => `${host} ${name}`).sort();
  await answered(api.put(recordPath(world), { status_page: SCRIPTS }));
  expect(await visit(server.pageUrl(subdomain))).toEqual(
    named("head", "header", "handler", "footer", "js"),
  );
  for (const address of [
    `${server.url}/s/${subdomain}`,
    `${server.url}/s/${subdomain}/services/${service}`,
    server.pageUrl(other.page.subdomain),
    server.url,
  ])
    expect([address, await visit(address)]).toEqual([address, []]);
  await answered(api.put(recordPath(world), { status_page: { strict_csp: true } }));
  expect(await visit(server.pageUrl(subdomain))).toEqual(named("head", "header", "footer", "js"));
  await answered(
    api.put(recordPath(world), {
      status_page: {
        ...SCRIPTS,
        head_code: null,
        custom_header: null,
        custom_footer: null,
        custom_js: null,
        strict_csp: false,
      },
    }),
  );
  expect(await visit(server.pageUrl(subdomain))).toEqual([]);
});

test("a picture that is opened by itself, on whichever host, is a picture and nothing else", async ({
  context,
  server,
  api,
  database,
  organization,
  service,
}) => {
  const world = { server, api, database, organization, service };
  const script = Buffer.from("<script>hit('polyglot')</script>");
  const body = Buffer.concat([await picture(20, 20).gif().toBuffer(), script]);
  const { image } = await answered<{ image: { url: string } }>(
    api.put(`${recordPath(world)}/images/logo`, body, { headers: { "content-type": "text/html" } }),
  );
  const { pathname } = new URL(image.url);
  const { seen, page } = await watched(context, server.port);
  for (const address of [image.url, `${server.url}/s/${organization.page.subdomain}${pathname}`]) {
    const response = await page.goto(address);
    expect(response?.headers()["content-type"]).toBe("image/webp");
    expect(await page.locator("img").count()).toBe(1);
    const other = await page.goto(
      address.replace(/\w+\.webp$/, "%3Cscript%3Ehit(1)%3C%2Fscript%3E.webp"),
    );
    expect(other?.status()).toBe(404);
  }
  expect(seen).toEqual({ hits: [], elsewhere: [] });
});
