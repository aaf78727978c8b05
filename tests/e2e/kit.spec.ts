import type { Page } from "@playwright/test";
import { arrive, expect, submitSignIn, test } from "#tests/support/browser/admin.ts";

const MAX_SCRIPT_BYTES = 200 * 1024;

/**
 * Compressed bytes of the scripts that a screen's document names, loaded into an empty cache; what
 * the scripts then load by themselves is prepared for later.
 */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Map<string, string>();
  const sizes = new Map<string, number>();
  client.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script") scripts.set(requestId, new URL(response.url).pathname);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = scripts.get(requestId);
    if (path !== undefined) sizes.set(path, encodedDataLength);
  });
  const answer = await page.goto(address);
  await arrive(page);
  const document = (await answer?.text()) ?? "";
  await client.detach();
  const named = [...sizes].filter(([path]) =>
    document.includes(path.split("/_next/").pop() ?? path),
  );
  return named.reduce((sum, [, size]) => sum + size, 0);
}

test("a screen's first load takes at most 200 KB of scripts, under a policy with a nonce that nothing breaks", async ({
  admin,
  server,
  acme,
}) => {
  const broken: string[] = [];
  admin.on("console", (message) => {
    if (message.type() === "error") broken.push(message.text());
  });
  const { checkout } = acme.services;
  for (const path of ["incidents", "services", "services/new", `services/${checkout}`]) {
    const address = `${server.url}/pages/${acme.subdomain}/${path}`;
    expect(await scriptBytes(admin, address), path).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  }
  const answer = await admin.goto(`${server.url}/pages/${acme.subdomain}/services`);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+' 'strict-dynamic'/);
  expect(policy).not.toContain("unsafe");
  expect(broken).toEqual([]);
});

test("what was typed comes back after the tab was left, until it is discarded", async ({
  admin,
  server,
  acme,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/services/${acme.services.checkout}`;
  await arrive(admin, address);
  await admin.getByLabel("Description", { exact: true }).fill("From the basket to the order");
  await admin.goto(server.pageUrl(acme.subdomain));
  await arrive(admin, address);
  await expect(
    admin.getByText(/^Your unsaved changes from \d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} are restored/),
  ).toBeVisible();
  await expect(admin.getByLabel("Description", { exact: true })).toHaveValue(
    "From the basket to the order",
  );
  await admin.getByRole("button", { name: "Discard" }).click();
  await expect(admin.getByLabel("Description", { exact: true })).toHaveValue("");
});

test("whoever is signed out signs in beside the form, and the form is sent", async ({
  admin,
  server,
  acme,
  context,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services/new`);
  await admin.getByLabel("Name", { exact: true }).fill("Search engine");
  await context.clearCookies();
  await admin.getByRole("button", { name: "Create service" }).click();
  const opened = context.waitForEvent("page");
  await admin.getByRole("link", { name: "Sign in again" }).click();
  const { email, password } = acme.organization.owner;
  await submitSignIn(await opened, email, password);
  await expect(admin.getByRole("link", { name: "Search engine" })).toBeVisible();
});

test("a colleague's change is shown with their name and overwritten only by choice, whatever was typed before scripts ran", async ({
  admin,
  server,
  acme,
  database,
}) => {
  const { checkout } = acme.services;
  const read = async () =>
    database
      .selectFrom("services")
      .select(["name", "description"])
      .where("id", "=", checkout)
      .executeTakeFirstOrThrow();
  await database
    .updateTable("services")
    .set({ updated_at: "2026-01-01T00:00:00" })
    .where("id", "=", checkout)
    .execute();
  const typed = Promise.withResolvers<void>();
  await admin.route("**/_next/static/**", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const address = `${server.url}/pages/${acme.subdomain}/services/${checkout}`;
  await admin.goto(address, { waitUntil: "commit" });
  const name = admin.getByLabel("Name", { exact: true });
  await name.fill("My checkout");
  typed.resolve();
  await arrive(admin);
  const path = `/api/v2/status_pages/${acme.subdomain}/services/${checkout}`;
  const answer = await admin.request.put(server.url + path, {
    headers: { authorization: acme.organization.owner.key },
    data: { service: { name: "Cash desk", description: "Theirs" } },
  });
  expect(answer.ok()).toBe(true);
  await expect(admin.getByRole("heading", { name: "Cash desk" })).toBeVisible();
  await expect(name).toHaveValue("My checkout");
  await admin.getByRole("button", { name: "Save changes" }).click();
  await expect(
    admin.getByRole("alert").filter({ hasText: "The owner changed this" }),
  ).toBeVisible();
  expect(await read()).toEqual({ name: "Cash desk", description: "Theirs" });
  await admin.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(admin.getByRole("link", { name: "My checkout" })).toBeVisible();
});

test("services are renamed and moved by keyboard alone, and undone", async ({
  admin,
  server,
  acme,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  const names = () => admin.getByRole("rowheader").getByRole("link").allInnerTexts();
  const search = admin.getByRole("link", { name: "Search", exact: true });
  await search.focus();
  await admin.keyboard.press("Alt+ArrowUp");
  await expect.poll(names).toEqual(["Shop", "Search", "Checkout"]);
  await expect(search).toBeFocused();
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(["Shop", "Checkout", "Search"]);
  await search.focus();
  await admin.keyboard.press("F2");
  await admin.keyboard.type("Finder");
  await admin.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Shop", "Checkout", "Finder"]);
});
