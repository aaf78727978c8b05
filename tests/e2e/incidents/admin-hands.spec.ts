import { devices, type Page } from "@playwright/test";
import { arrive, expect, signIn, submitSignIn, test } from "#tests/support/browser/admin.ts";
import { ADMIN_SCREENS, addressOf } from "#tests/support/browser/admin-screens.ts";
import { mintUser, PASSWORD } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import manifest from "../../../package.json" with { type: "json" };

const TARGETS =
  "button, summary, label:has([type=checkbox], [type=radio]), .button, .control, input[type=search], header a";

const HEIGHT_ABOVE_KEYBOARD = 390;

/** What a thumb would miss: lower than 44 px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter((target) =>
      target.checkVisibility(),
    );
    return shown
      .filter((target) => target.getBoundingClientRect().height < 44)
      .map((target) => target.outerHTML.slice(0, 120));
  }, TARGETS);
}

test.describe("on a phone", () => {
  const { viewport, hasTouch, isMobile, deviceScaleFactor } = devices["iPhone 14"];
  test.use({ viewport, hasTouch, isMobile, deviceScaleFactor });

  test("an open incident is answered in three taps, each as large as a thumb, and nothing scrolls sideways", async ({
    admin,
    server,
    acme,
    api,
  }) => {
    const incident = {
      title: "Checkout fails",
      type: "major",
      service_ids: [acme.services.checkout],
    };
    await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
    await admin.reload();
    const sideways = () =>
      admin.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await sideways()).toBeLessThanOrEqual(0);
    await admin.getByRole("row").getByRole("link", { name: "Post update" }).tap();
    await expect(admin.getByRole("heading", { name: "Post update" })).toBeInViewport();
    expect(await sideways()).toBeLessThanOrEqual(0);
    expect(await smallTargets(admin)).toEqual([]);
    await admin.setViewportSize({ width: viewport.width, height: HEIGHT_ABOVE_KEYBOARD });
    await admin.getByLabel("Text", { exact: true }).fill("We are on it.");
    await expect(admin.getByLabel("Text", { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(
      admin.getByRole("main").getByRole("button", { name: "Post without notifying" }),
    ).toBeInViewport({ ratio: 1 });
    await admin.getByRole("main").getByRole("button", { name: "Post without notifying" }).tap();
    await expect(admin.getByRole("listitem").filter({ hasText: "We are on it." })).toBeVisible();
    await admin.goto(`${server.url}/pages/${acme.subdomain}/incidents/new`);
    expect(await smallTargets(admin)).toEqual([]);
  });
});

test.describe("by keyboard", () => {
  test("c creates, g i goes back, u updates, and ? tells so", async ({
    admin,
    server,
    acme,
    api,
  }) => {
    const incident = {
      title: "Checkout fails",
      type: "major",
      service_ids: [acme.services.checkout],
    };
    await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
    await admin.keyboard.press("?");
    const shortcuts = admin.getByRole("dialog", { name: "Keyboard" });
    await expect(shortcuts).toContainText("New incident");
    await admin.keyboard.press("Escape");
    // Keys are the dialog's for as long as it is there, also while it fades.
    await expect(admin.locator("[role=dialog]")).toHaveCount(0);
    await admin.keyboard.press("c");
    await expect(admin.getByLabel("Title", { exact: true })).toBeFocused();
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
    await admin.keyboard.type("gi");
    await expect(admin).toHaveURL(`${server.url}/pages/${acme.subdomain}/incidents`);
    await expect(
      admin.getByRole("link", { name: "Checkout fails" }).filter({ visible: true }),
    ).toBeVisible();
    await admin.keyboard.press("u");
    await expect(admin.getByRole("radio", { name: /Checkout fails/ })).toBeChecked();
    await expect(admin.getByLabel("Text", { exact: true })).toBeFocused();
  });

  test("shortcuts do not fire while someone types", async ({ admin, server, acme }) => {
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
    await admin.getByLabel("Title").pressSequentially("cu? gi");
    await expect(admin.getByLabel("Title")).toHaveValue("cu? gi");
    await expect(admin).toHaveURL(/\/incidents\/new$/);
    await expect(admin.getByRole("dialog")).toHaveCount(0);
  });

  test("the footer tells the version of the program", async ({ admin }) => {
    await expect(admin.getByRole("contentinfo")).toHaveText(`Allclear ${manifest.version}`);
  });

  test("the palette finds screens by other words, and every setting", async ({ admin }) => {
    const find = async (words: string, name: string) => {
      await admin.keyboard.press("ControlOrMeta+k");
      await admin.getByRole("dialog").getByRole("combobox").fill(words);
      const option = admin.getByRole("option", { name });
      await expect(option.first()).toBeVisible();
      return option.first();
    };
    await (await find("mon", "Services")).click();
    await expect(admin.getByRole("heading", { level: 1, name: "Services" })).toBeVisible();
    await (await find("dark", "Appearance of the admin: Dark")).click();
    await expect(admin.locator("html")).toHaveAttribute("data-theme", "dark");
    await (await find("date format", "Date format")).click();
    await expect(admin).toHaveURL(/settings#setting-date_format$/);
    await expect(admin.getByLabel("Date format", { exact: true })).toBeInViewport();
  });

  test("the palette finds what the screen offers, also when asked for twice", async ({ admin }) => {
    await admin.keyboard.press("ControlOrMeta+k");
    await admin.keyboard.press("ControlOrMeta+k");
    await expect(admin.getByRole("combobox", { name: "What do you want to do?" })).toBeFocused();
    await admin.keyboard.type("new inc");
    await admin.keyboard.press("Enter");
    await expect(admin).toHaveURL(/\/incidents\/new$/);
  });
});

test("arrow keys go through the palette, Enter does what is marked, Escape leaves it", async ({
  admin,
}) => {
  const marked = () =>
    admin.evaluate(() => {
      const id = document.activeElement?.getAttribute("aria-activedescendant") ?? "";
      return document.getElementById(id)?.textContent;
    });
  const options = admin.getByRole("dialog").getByRole("option");
  await admin.keyboard.press("ControlOrMeta+k");
  await admin.getByRole("dialog").getByRole("combobox").fill("integrations");
  await admin.keyboard.press("Escape");
  await expect(admin.locator("[role=dialog]")).toHaveCount(0);
  await admin.keyboard.press("ControlOrMeta+k");
  await expect.poll(marked).toBe(await options.first().textContent());
  for (const [key, at] of [
    ["ArrowDown", 1],
    ["ArrowDown", 2],
    ["ArrowUp", 1],
  ] as const) {
    await admin.keyboard.press(key);
    await expect.poll(marked).toBe(await options.nth(at).textContent());
  }
  await admin.getByRole("dialog").getByRole("combobox").fill("webhooks");
  await expect.poll(marked).toBe(await options.first().textContent());
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(/\/integrations/);
  await admin.keyboard.press("ControlOrMeta+k");
  await admin.getByRole("dialog").getByRole("combobox").fill("nothing is called so");
  await expect(admin.getByText("No matching commands")).toBeVisible();
});

test("the palette finds incidents, and subscribers for those who may open them", async ({
  admin,
  acme,
  api,
  database,
  server,
}) => {
  const { page, id } = acme.organization;
  const incident = {
    title: "Parcels are late",
    type: "major",
    service_ids: [acme.services.checkout],
  };
  await api.post(`/status_pages/${acme.subdomain}/incidents`, { incident });
  const email = "parcels@customer.example";
  const subscriber = await mintSubscription(database, page.id, { email });
  const find = async () => {
    await admin.keyboard.press("ControlOrMeta+k");
    await admin.getByRole("dialog").getByRole("combobox").fill("parcel");
    await expect(admin.getByRole("option", { name: /Parcels are late Incident/ })).toBeVisible();
  };
  await find();
  await admin.getByRole("option", { name: email }).click();
  await expect(admin).toHaveURL(new RegExp(`/subscribers/${subscriber}$`));
  await arrive(admin);
  await find();
  await admin.getByRole("option", { name: /Parcels are late/ }).click();
  await expect(admin.getByRole("heading", { name: "Parcels are late" })).toBeVisible();
  const editor = await mintUser(database, id, "editor");
  await signIn(admin, server, editor, `/pages/${acme.subdomain}/incidents`);
  await arrive(admin);
  await find();
  await expect(admin.getByRole("option", { name: email })).toHaveCount(0);
});

test("incidents are posted, updated and resolved without JavaScript", async ({
  browser,
  server,
  acme,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${server.url}/sign-in`);
  await submitSignIn(page, acme.organization.owner.email, PASSWORD);
  await page.getByRole("link", { name: "New incident" }).first().click();
  await page.locator("label", { hasText: "planned work" }).click();
  await expect(page.getByRole("button", { name: "Schedule without notifying" })).toBeVisible();
  await page.getByText("Disruption").click();
  await page.getByRole("button", { name: "Post without notifying" }).click();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.getByLabel("Title").fill("Search fails");
  await page.getByRole("checkbox", { name: "Search" }).check();
  await page.getByRole("button", { name: "Post without notifying" }).click();
  await expect(page.getByRole("heading", { name: "Search fails" })).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("Found it.");
  await page.getByRole("main").getByRole("button", { name: "Post without notifying" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Found it." })).toBeVisible();
  await page.getByRole("button", { name: "Resolve now" }).click();
  await expect(
    page.getByRole("listitem").filter({ hasText: "This incident has been resolved." }),
  ).toBeVisible();
});

test("the admin speaks the user's language", async ({ page, server, database, acme }) => {
  await database
    .updateTable("users")
    .set({ locale: "de" })
    .where("id", "=", acme.organization.owner.id)
    .execute();
  await signIn(page, server, acme.organization.owner);
  await expect(page.getByRole("heading", { name: "Jetzt" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

// Where there is first something to choose.
const CHOICES = ["/integrations/new", "/subscribers/new"];

test("every screen for something new begins in a field, and with nothing that nobody typed", async ({
  admin,
  server,
  acme,
}) => {
  const ids = { subdomain: acme.subdomain, organization_id: acme.organization.id };
  const screens = ADMIN_SCREENS.map(({ folder }) => folder)
    .filter((path) => path.endsWith("/new") && !CHOICES.some((one) => path.endsWith(one)))
    .map((path) => addressOf(path, ids));
  expect(screens.length).toBeGreaterThan(7);
  for (const path of screens) {
    await arrive(admin, server.url + path);
    await expect(
      admin.getByRole("main").locator("input:focus, textarea:focus"),
      path,
    ).toBeVisible();
    await admin.reload();
    await arrive(admin);
    await expect(admin.getByText(/^What you typed/), path).toHaveCount(0);
  }
});
