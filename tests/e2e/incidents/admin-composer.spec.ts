import { devices, type Page } from "@playwright/test";
import { type Acme, arrive, expect, test } from "#tests/support/browser/admin.ts";
import type { Api } from "#tests/support/http/api.ts";

type Posted = { id: number; updates: { description: string; type: string }[] };

async function open(api: Api, { subdomain, services }: Acme, more: object = {}): Promise<Posted> {
  const incident = {
    title: "Checkout fails",
    type: "major",
    service_ids: [services.checkout],
    updates: [{ description: "We are looking into it.", type: "investigating" }],
    ...more,
  };
  const answer = await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  return answer.json<{ incident: Posted }>().incident;
}

async function read(api: Api, { subdomain }: Acme, id: number): Promise<Record<string, unknown>> {
  const answer = await api.get(`/status_pages/${subdomain}/incidents/${id}`);
  return answer.json<{ incident: Record<string, unknown> }>().incident;
}

/** Counts what a person does: a key or a tap is one, a text that is typed is one. */
function counted(page: Page) {
  const done: string[] = [];
  return {
    done,
    press: async (key: string) => {
      done.push(key);
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      done.push("text");
      await page.keyboard.type(text);
    },
    tap: async (name: string, within = page.locator("body")) => {
      done.push("tap");
      await within.getByRole("button", { name }).tap();
    },
  };
}

const textOf = (page: Page) => page.getByLabel("Text", { exact: true });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("from any screen an update is posted by three interactions: u, the text, Ctrl+Enter", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const { id } = await open(api, acme);
  await open(api, acme, { title: "Search is slow", type: "minor" });
  for (const screen of ["services", "incidents/new", `incidents/${id}`]) {
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/${screen}`);
    await admin.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const hands = counted(admin);
    await hands.press("u");
    await expect(textOf(admin).last()).toBeFocused();
    await hands.type(`Said from ${screen}`);
    await hands.press("Control+Enter");
    await expect(toast(admin, "Update posted")).toBeVisible();
    expect(hands.done).toEqual(["u", "text", "Control+Enter"]);
    const [newest] = (await read(api, acme, id)).updates as { description: string }[];
    expect(newest?.description).toBe(`Said from ${screen}`);
  }
});

test("a new incident takes c, a title, a text, a service typed, Enter and Ctrl+Enter, and Undo makes a draft of it", async ({
  admin,
  server,
  acme,
  api,
}) => {
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  const hands = counted(admin);
  await hands.press("c");
  await expect(admin.getByLabel("Title", { exact: true })).toBeFocused();
  await hands.type("Checkout fails");
  await hands.press("Tab");
  await hands.press("Tab");
  await expect(textOf(admin)).toBeFocused();
  await hands.type("Cards are declined.");
  await hands.press("Tab");
  await expect(admin.getByLabel("Search services")).toBeFocused();
  await hands.type("check");
  await hands.press("Enter");
  await expect(admin.getByRole("checkbox", { name: "Checkout" })).toBeChecked();
  await expect(admin.getByLabel("Search services")).toHaveValue("");
  await hands.press("Control+Enter");
  await expect(admin.getByRole("heading", { name: "Checkout fails" })).toBeVisible();
  const keys = hands.done.filter((each) => each !== "text");
  expect(keys).toEqual(["c", "Tab", "Tab", "Tab", "Enter", "Control+Enter"]);

  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(toast(admin, "Undone. Nobody was notified.")).toBeVisible();
  await expect(admin.getByLabel("Title", { exact: true })).toHaveValue("Checkout fails");
  await expect(textOf(admin)).toHaveValue("Cards are declined.");
  const listed = await api.get(`/status_pages/${acme.subdomain}/incidents`);
  expect(listed.json<{ incidents: unknown[] }>().incidents).toEqual([]);
});

test("an update carries its type, promise, translation, time and services, and Undo takes all of it back", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const settings = JSON.stringify({ languages: ["en", "de"], notify_by_default: true });
  await database
    .updateTable("status_pages")
    .set({ settings })
    .where("subdomain", "=", acme.subdomain)
    .execute();
  const subscription = { type: "email", email: "a@example.com", confirm: true, filter: "all" };
  await api.post(`/status_pages/${acme.subdomain}/subscriptions`, { subscription });
  const { id } = await open(api, acme);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await admin.keyboard.press("u");
  const sheet = admin.getByRole("dialog");
  await expect(textOf(admin)).toBeFocused();
  await admin.keyboard.press("Alt+3");
  await expect(sheet.getByRole("radio", { name: "Identified" })).toBeChecked();
  await admin.keyboard.type("A **certificate** ran out.");
  await expect(sheet.locator(".as-on-page strong", { hasText: "certificate" })).toBeVisible();
  await sheet.getByText("in 30 min").click();
  await sheet.getByText("Translations").click();
  await sheet.getByLabel("Deutsch").fill("Ein Zertifikat ist abgelaufen.");
  await sheet.getByRole("button", { name: "Change" }).click();
  await sheet.getByRole("checkbox", { name: "Search" }).check();
  await sheet.getByRole("button", { name: "Post and notify 1 person" }).click();
  await expect(toast(admin, "1 person will be notified in 20 seconds")).toBeVisible();
  const posted = await read(api, acme, id);
  expect(posted).toMatchObject({
    service_ids: [acme.services.checkout, acme.services.search],
    updates: [
      {
        type: "identified",
        translations: { de: { description: "Ein Zertifikat ist abgelaufen." } },
      },
      { type: "investigating" },
    ],
  });
  const promised = Date.parse(`${posted.next_update_at}Z`) - Date.now();
  expect(Math.abs(promised - 30 * 60_000)).toBeLessThan(60_000);

  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(toast(admin, "Undone. Nobody was notified.")).toBeVisible();
  expect(await read(api, acme, id)).toMatchObject({
    service_ids: [acme.services.checkout],
    next_update_at: null,
    updates: [{ type: "investigating" }],
  });
});

test("a slash at the start of the text finds a template", async ({ admin, server, acme, api }) => {
  for (const name of ["Payment provider", "Slow search"]) {
    const incident_template = { name, title: name, description: `Text of ${name}` };
    await api.post(`/status_pages/${acme.subdomain}/incident_templates`, { incident_template });
  }
  await open(api, acme);
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await admin.keyboard.press("u");
  await expect(textOf(admin)).toBeFocused();
  await admin.keyboard.type("/");
  await expect(admin.getByRole("option")).toHaveCount(2);
  await admin.keyboard.type("slow");
  await expect(admin.getByRole("option")).toHaveCount(1);
  await admin.keyboard.press("Enter");
  await expect(textOf(admin)).toHaveValue("Text of Slow search");
});

test.describe("on a phone", () => {
  const { viewport, hasTouch, isMobile, deviceScaleFactor } = devices["iPhone 14"];
  test.use({ viewport, hasTouch, isMobile, deviceScaleFactor });

  test("an update takes two taps and the text", async ({ admin, server, acme, api }) => {
    const { id } = await open(api, acme);
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
    const hands = counted(admin);
    await hands.tap("Post update", admin.locator(".phone-bar"));
    await expect(textOf(admin)).toBeFocused();
    await hands.type("Said on a phone");
    const button = admin
      .getByRole("dialog")
      .getByRole("button", { name: "Post without notifying" });
    await expect(button).toBeInViewport();
    await hands.tap("Post without notifying", admin.getByRole("dialog"));
    await expect(toast(admin, "Update posted")).toBeVisible();
    expect(hands.done).toEqual(["tap", "text", "tap"]);
    const said = await admin.getByRole("status").filter({ hasText: "Update posted" }).boundingBox();
    const bar = await admin.locator(".phone-bar").boundingBox();
    const middle = (admin.viewportSize()?.height ?? 0) / 2;
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(middle);
    expect(bar?.y).toBeGreaterThan(middle);
    expect((await read(api, acme, id)).updates).toMatchObject([
      { description: "Said on a phone" },
      { type: "investigating" },
    ]);
  });
});

test("what u opens is there before it is asked for", async ({ admin, server, acme }) => {
  const composer = admin.waitForResponse(async (response) => {
    const isScript = new URL(response.url()).pathname.endsWith(".js");
    return isScript && (await response.text().catch(() => "")).includes("value=started");
  });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services`);
  await composer;
});

test("at 200 % zoom one bar stays in sight, the one that sends", async ({
  admin,
  server,
  acme,
}) => {
  await admin.setViewportSize({ width: 640, height: 360 });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  const send = admin.getByRole("button", { name: "Post without notifying" });
  await expect(send).toBeInViewport();
  await expect(admin.locator(".phone-bar")).not.toBeInViewport();
});

test("what is resolved is opened again from the composer, which says what does so", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const { id } = await open(api, acme);
  const update = { type: "resolved", description: "Fixed." };
  await api.post(`/status_pages/${acme.subdomain}/incidents/${id}/updates`, { update });
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/${id}`);
  const composer = admin.locator("#compose");
  await expect(
    composer.getByText("“The problem is back” opens the incident again; a note does not."),
  ).toBeVisible();
  await composer.locator("label", { hasText: "The problem is back" }).click();
  await composer.getByLabel("Text", { exact: true }).fill("Broken again.");
  await admin.keyboard.press("Control+Enter");
  await expect(toast(admin, "Update posted")).toBeVisible();
  await expect(composer.locator("label", { hasText: "Resolved" })).toBeVisible();
  expect(await read(api, acme, id)).toMatchObject({ ends_at: null });
});
