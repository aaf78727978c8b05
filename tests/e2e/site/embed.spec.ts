import type { Page } from "@playwright/test";
import { Site } from "#tests/support/browser/site.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

let site: Site;
let address: string;

test.beforeEach(async () => {
  site = new Site();
  address = await site.open();
});

test.afterEach(() => site.close());

function documentOf(...parts: string[]): string {
  return `<!doctype html><html lang="en"><title>A shop</title><body><h1>Shop</h1>${parts.join("")}</body></html>`;
}

/** The snippet of Statuspage with another host. */
function snippet(server: TestServer, subdomain: string): string {
  return `<script src="${server.pageUrl(subdomain)}/embed/script.js"></script>`;
}

async function allowEmbedding(api: Api, { id, page }: Minted): Promise<void> {
  const status_page = { enable_embedding: true };
  const answer = await api.put(`/orgs/${id}/status_pages/${page.subdomain}`, { status_page });
  expect(answer.status).toBe(200);
}

async function open(api: Api, subdomain: string, incident: object): Promise<number> {
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  expect(answer.status).toBe(201);
  return answer.json<{ incident: { id: number } }>().incident.id;
}

/** What goes wrong in a page: refused by a policy, or thrown. */
function troubles(page: Page): string[] {
  const found: string[] = [];
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  return found;
}

test("Statuspage's snippet shows on any site, under a strict policy, what goes on; closed, it stays so", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await allowEmbedding(api, organization);
  const updates = [{ type: "issue", description: "We look" }];
  const incident = { title: "Payments <fail>", type: "major", service_ids: [service], updates };
  const id = await open(api, subdomain, incident);
  const origin = server.pageUrl(subdomain);
  site.policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}`;
  site.html = documentOf(snippet(server, subdomain));
  const found = troubles(page);
  await page.goto(address);
  const frame = page.locator("iframe");
  await expect(frame).toBeVisible();
  await expect(frame).toBeInViewport({ ratio: 1 });
  expect(await frame.boundingBox()).toMatchObject({ width: 320, height: 115 });
  const inside = page.frameLocator("iframe");
  await expect(inside.getByRole("heading")).toHaveText("Payments <fail>");
  const link = inside.getByRole("link", { name: "View latest updates" });
  await expect(link).toHaveAttribute("href", `${origin}/incidents/${id}`);
  await inside.getByRole("button", { name: "Close" }).click();
  await expect(frame).toBeHidden();
  await page.reload();
  await expect(frame).toHaveAttribute("aria-hidden", "true");
  await expect(inside.getByRole("heading")).toBeAttached();
  await expect(frame).toBeHidden();
  expect(await page.context().cookies()).toEqual([]);
  expect(found).toEqual([]);
});

test("the frame shows by itself what begins, and goes when it ends", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await allowEmbedding(api, organization);
  site.html = documentOf(snippet(server, subdomain));
  await page.clock.install();
  await page.goto(address);
  const frame = page.locator("iframe");
  const inside = page.frameLocator("iframe");
  await expect(inside.locator("html")).toHaveAttribute("lang", "en");
  await expect(frame).toBeHidden();
  const id = await open(api, subdomain, { title: "Down", type: "minor", service_ids: [service] });
  const later = () => page.clock.runFor(80_000);
  await expect(async () => {
    await later();
    await expect(frame).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(inside.getByRole("heading")).toHaveText("Down");
  const update = { type: "resolved", description: "Up" };
  await api.post(`/status_pages/${subdomain}/incidents/${id}/updates`, { update });
  await expect(async () => {
    await later();
    await expect(frame).toBeHidden({ timeout: 500 });
  }).toPass();
});

test("where embedding is off, or the page is for members, a site shows nothing of it", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await open(api, subdomain, { title: "Down", type: "major", service_ids: [service] });
  const frameOf = () => server.visit(subdomain, "/embed/frame");
  const off = await frameOf();
  expect([off.status, off.headers["content-security-policy"]]).toEqual([
    404,
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  site.html = documentOf(snippet(server, subdomain));
  await page.goto(address);
  await expect(page.locator("iframe")).toBeAttached();
  await expect(page.locator("iframe")).toBeHidden();
  await allowEmbedding(api, organization);
  const on = await frameOf();
  expect([on.status, on.headers["content-security-policy"]]).toEqual([
    200,
    expect.stringContaining("frame-ancestors *"),
  ]);
  expect(on.text).toContain("Down");
  await api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, {
    status_page: { member_restricted: true },
  });
  const closed = await frameOf();
  expect([closed.status, closed.text.includes("Down")]).toEqual([403, false]);
});

test("the badge script takes the settings and gives the classes that sites have, and a banner", async ({
  page,
  server,
  api,
  organization,
  service,
}) => {
  const { subdomain } = organization.page;
  await open(api, subdomain, { title: "Payments fail", type: "major", service_ids: [service] });
  const origin = server.pageUrl(subdomain);
  const settings = {
    subdomain,
    serviceId: service,
    badge: { enabled: true, selector: ".state", position: "left" },
    banner: {
      enabled: true,
      position: "top-right",
      translations: { en: { lates_updates: "What we know", ongoing: "For {{time_diff}}" } },
    },
  };
  site.policy = `default-src 'none'; script-src ${origin} 'sha256-PLACE'; connect-src ${origin}`;
  const code = `window.statuspalWidget = ${JSON.stringify(settings)};`;
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(code)));
  site.policy = site.policy.replace("PLACE", hash.toString("base64"));
  site.html = documentOf(
    `<a class="state" href="/">Status</a><script>${code}</script>`,
    `<script src="${origin}/badge.js" async></script>`,
  );
  const found = troubles(page);
  await page.goto(address);
  const badge = page.locator(".state .sp-status-badge.sp-status-major.sp-tooltip--left");
  await expect(badge).toHaveAccessibleName("Down");
  await expect(badge).toHaveCSS("background-color", "rgb(217, 72, 63)");
  const banner = page.getByRole("status");
  await expect(banner).toContainText("Payments fail");
  await expect(banner).toContainText("For 1 minute");
  await expect(banner.getByRole("link", { name: "What we know" })).toHaveAttribute(
    "href",
    new RegExp(`^${origin}/incidents/\\d+$`),
  );
  await banner.getByRole("button", { name: "Close" }).click();
  await expect(banner).toBeHidden();
  expect(found).toEqual([]);
});

test("the badge script needs no settings: it says what the page is in", async ({
  page,
  server,
  organization,
  service,
}) => {
  expect(service).toBeGreaterThan(0);
  const origin = server.pageUrl(organization.page.subdomain);
  site.html = documentOf(
    `<a class="sp-status" href="/">Status</a><script src="${origin}/badge.js"></script>`,
  );
  await page.goto(address);
  await expect(page.locator(".sp-status-badge.sp-status-ok")).toHaveAccessibleName("Operational");
});
