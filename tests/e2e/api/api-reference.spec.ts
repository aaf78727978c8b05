import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { document } from "#tests/support/http/document.ts";
import { request } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/test.ts";

const PATHS = ["", "/incidents", "/integrations", "/status-pages", "/events", "/nothing"];
// Of the dark only colours are looked at, which are the same on any screen.
const SCREENS = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, schemes: ["light", "dark"] },
  { name: "phone", viewport: { width: 390, height: 844 }, schemes: ["light"] },
] as const;
const MAX_BYTES = 100_000;

const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .map((operation) => (operation as unknown as { operationId: string }).operationId);

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth);
}

for (const { name, viewport, schemes } of SCREENS)
  test(`axe finds nothing in the reference, and nothing scrolls sideways: ${name}`, async ({
    browser,
    server,
  }) => {
    test.slow();
    const page = await (await browser.newContext({ viewport })).newPage();
    for (const path of PATHS) {
      await page.goto(`${server.url}/docs/api${path}`);
      await page.evaluate(() => {
        for (const fold of window.document.querySelectorAll("details")) fold.open = true;
      });
      await expectAccessible(page, { what: path, schemes });
      expect(await sideways(page), path).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the introduction links to every operation, and each is where its link leads", async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/docs/api`);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    const links = await page
      .locator(".operations a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.map((href) => href.split("#")[1]).sort()).toEqual(operations.toSorted());
    for (const path of new Set(links.map((href) => href.split("#")[0] ?? ""))) {
      await page.goto(`${server.url}${path}`);
      const ids = links.filter((href) => href.startsWith(`${path}#`)).map((h) => h.split("#")[1]);
      const there = await page
        .locator("section[id]")
        .evaluateAll((all) => all.map((section) => section.id));
      expect(there.filter((id) => ids.includes(id))).toEqual(ids);
    }
  });

  test("a phone reaches the contents, and nothing that needs a script is shown", async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/docs/api/incidents`);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await page.getByRole("link", { name: "Contents" }).click();
    const contents = page.getByRole("navigation");
    await contents.getByRole("link", { name: /^Create an incident/ }).click();
    await expect(page.getByRole("heading", { name: /^Create an incident/ })).toBeInViewport();
    await expect(contents).toBeHidden();
  });
});

test("the reference loads nothing from elsewhere, its policy allows no more, and it is small", async ({
  page,
  server,
}) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (sent) => {
    if (!sent.url().startsWith(server.url)) elsewhere.push(sent.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const answer = await page.goto(`${server.url}/docs/api/status-pages`);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  await expect(page.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  expect({ elsewhere, complaints }).toEqual({ elsewhere: [], complaints: [] });
  const { port, host } = new URL(server.url);
  const headers = { "accept-encoding": "br" };
  const packed = await request(Number(port), host, "/docs/api/status-pages", { headers });
  expect(packed.bytes.length).toBeLessThan(MAX_BYTES);
  const known = { ...headers, "if-none-match": String(packed.headers.etag) };
  const again = await request(Number(port), host, "/docs/api/status-pages", { headers: known });
  expect(again.status).toBe(304);
});

test("the filter finds operations of every resource by keyboard, and a link leads there", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/docs/api`);
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("webhook test");
  await expect(page.getByRole("status")).toHaveText("1 operation");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${server.url}/docs/api/webhooks#testWebhook`);
  await expect(page.locator("#testWebhook h2")).toBeInViewport();
});

test("what is copied is the command as it is shown, and it works", async ({
  page,
  server,
  organization,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/docs/api/status#getStatus`);
  const example = page.locator("#getStatus figure").first();
  await example.getByRole("button", { name: "Copy" }).click();
  await expect(example.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await example.locator("pre").textContent());
  const url = copied.replace("curl ", "").replace("acme", organization.page.subdomain);
  expect(new URL(url).origin).toBe(new URL(server.url).origin);
  const { port, host, pathname } = new URL(url);
  expect((await request(Number(port), host, pathname)).status).toBe(200);
});

test("an address that the reference does not have is told so, with the way back", async ({
  page,
  server,
}) => {
  const answer = await page.goto(`${server.url}/docs/api/nothing`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "All operations" }).click();
  await expect(page.getByRole("heading", { name: "All operations" })).toBeInViewport();
});
