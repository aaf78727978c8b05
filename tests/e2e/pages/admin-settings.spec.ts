import type { Page } from "@playwright/test";
import { type Acme, arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { noise, picture } from "#tests/support/browser/pictures.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";

const section = (page: Page, id: string) => page.locator(`#${id}`);
const save = (page: Page, id: string) =>
  section(page, id).getByRole("button", { name: "Save changes" }).click();
const said = (page: Page, text: string) =>
  expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();

/** The page as the API has it. */
async function saved(api: Api, { organization, subdomain }: Acme) {
  const answer = await api.get(`/orgs/${organization.id}/status_pages/${subdomain}`);
  return answer.json<{ status_page: Record<string, unknown> }>().status_page;
}

test("an owner finds a setting by its words and saves its section; what is wrong stands at its field", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/settings`);
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("search engines");
  await expect(page.getByLabel("Hide from search engines")).toBeVisible();
  await expect(page.getByLabel("Support address")).toBeHidden();
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("Support address").fill("no address");
  await page.getByLabel("Hide from search engines").check();
  await save(page, "general");
  const support = page.getByLabel("Support address");
  await expect(support).toHaveAttribute("aria-invalid", "true");
  await expect(support).toBeFocused();
  await support.fill("help@acme.example");
  await save(page, "general");
  await said(page, "Settings saved");
  await page.getByLabel("History", { exact: true }).selectOption("365");
  await save(page, "visitors");
  await expect.poll(async () => (await saved(api, acme)).history_limit_days).toBe(365);
  await expect(page.getByLabel("History", { exact: true })).toHaveValue("365");
  await page.reload();
  await expect(page.getByLabel("Support address")).toHaveValue("help@acme.example");
  await expect(page.getByLabel("Hide from search engines")).toBeChecked();
  await expect(page.getByLabel("History", { exact: true })).toHaveValue("365");
});

test("a format is one of a list or typed, and an example of it stands beside it", async ({
  admin: page,
  server,
  acme,
  api,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/settings`);
  const typed = page.getByLabel("Date format", { exact: true });
  const listed = page.getByLabel("Date format: Choose a format");
  const example = page.locator("#setting-date_format output");
  await expect(listed.locator("option").first()).toHaveText(/^As the language has it: \d+ \w+$/);
  await listed.selectOption("%F");
  await expect(typed).toHaveValue("%F");
  await expect(example).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await typed.fill("%Y/%m");
  await expect(example).toHaveText(/^\d{4}\/\d\d$/);
  await typed.fill("DD.MM.YYYY");
  await save(page, "languages");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  await typed.fill("%Y/%m");
  await save(page, "languages");
  await said(page, "Settings saved");
  await expect.poll(async () => (await saved(api, acme)).date_format).toBe("%Y/%m");
});

test("a section that a colleague changed in the meantime is not overwritten unasked", async ({
  browser,
  admin: page,
  server,
  acme,
  database,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/settings`;
  await arrive(page, address);
  const other = await browser.newPage();
  await signIn(other, server, await mintUser(database, acme.organization.id, "owner"));
  await arrive(other, address);
  await page.getByLabel("Date format", { exact: true }).fill("%Y/%m/%d");
  await other.getByLabel("Date format", { exact: true }).fill("%d.%m.%Y");
  await save(other, "languages");
  await said(other, "Settings saved");
  await save(page, "languages");
  await expect(page.getByRole("alert").filter({ hasText: "The owner changed this" })).toBeVisible();
  await expect(page.getByLabel("Date format", { exact: true })).toHaveValue("%Y/%m/%d");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await said(page, "Settings saved");
  await other.close();
});

test("what one changed oneself, and what a colleague changed elsewhere, is no conflict", async ({
  browser,
  admin: page,
  server,
  acme,
  api,
  database,
}) => {
  const address = `${server.url}/pages/${acme.subdomain}/settings`;
  const other = await browser.newPage();
  await signIn(other, server, await mintUser(database, acme.organization.id, "owner"));
  await arrive(other, address);
  await arrive(page, address);
  await page.getByLabel("Support address").fill("help@acme.example");
  await page.getByLabel("Date format", { exact: true }).fill("%Y/%m/%d");
  await other.getByLabel("History", { exact: true }).selectOption("365");
  await save(other, "visitors");
  await said(other, "Settings saved");
  await save(page, "general");
  await said(page, "Settings saved");
  await save(page, "languages");
  await expect.poll(async () => (await saved(api, acme)).date_format).toBe("%Y/%m/%d");
  await expect(page.getByText("changed this")).toHaveCount(0);
  expect(await saved(api, acme)).toMatchObject({
    support_email: "help@acme.example",
    history_limit_days: 365,
  });
  await other.close();
});

test("a colour that is typed is seen in the preview before it is saved, and its contrast is told", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/appearance`);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("main")).toContainText("Shop");
  await page.getByRole("textbox", { name: "Links", exact: true }).fill("#ffff00");
  await expect(page.getByText(/1\.0 : 1, shown as #/).first()).toBeVisible();
  await page.getByRole("textbox", { name: "Header, left", exact: true }).fill("#0b4a8f");
  // Each change of what is typed brings a new frame, which cannot be asked while it is replaced.
  await expect(frame.locator(":root")).toHaveCSS("--head1", "#0b4a8f");
  const ground = () =>
    frame
      .locator("body")
      .evaluate((body) => {
        const { backgroundColor } = getComputedStyle(body);
        return backgroundColor === "rgba(0, 0, 0, 0)"
          ? getComputedStyle(document.documentElement).backgroundColor
          : backgroundColor;
      })
      .catch(() => null);
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect.poll(ground).toBe("rgb(18, 22, 27)");
  await page.getByRole("button", { name: "Phone", exact: true }).click();
  await expect.poll(async () => (await page.locator("iframe").boundingBox())?.width).toBe(390);
  await expect(page.getByTitle("On the page: #0b4a8f on light screens").first()).toBeVisible();
  // However far down, what is typed is seen, and one button saves all of it.
  await page.getByLabel("Script", { exact: true }).scrollIntoViewIfNeeded();
  await expect(page.locator("iframe")).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("button", { name: "Save changes" }).click();
  await said(page, "Settings saved");
  const answer = await server.visit(acme.subdomain, "/");
  expect(answer.text).toContain("--head1:#0b4a8f");
});

test("pictures are uploaded and removed; what is none is refused", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/appearance`);
  const logo = page.getByLabel("Logo", { exact: true });
  await logo.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await expect(logo).toHaveAttribute("aria-invalid", "true");
  const buffer = await picture(60, 30).png().toBuffer();
  await logo.setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  await said(page, "Picture uploaded");
  await expect(page.getByRole("img", { name: "Logo", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Remove\s*Logo$/ }).click();
  await expect(page.getByRole("img", { name: "Logo", exact: true })).toHaveCount(0);
});

test("a picture as large as the screen says is taken; of a larger one the screen says so", async ({
  admin: page,
  server,
  acme,
}) => {
  await arrive(page, `${server.url}/pages/${acme.subdomain}/appearance`);
  await expect(page.getByText("up to 2 MiB")).toBeVisible();
  const logo = page.getByLabel("Logo", { exact: true });
  const send = async (buffer: Buffer) => {
    await logo.setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
  };
  const largest = await noise(835, 835);
  expect(largest.length).toBeGreaterThan(2_080_000);
  await send(largest);
  await said(page, "Picture uploaded");
  await expect(page.getByRole("img", { name: "Logo", exact: true })).toBeVisible();
  await send(await noise(900, 900));
  await expect(page.getByText("The file is larger than 2 MiB.")).toBeVisible();
  await send(await noise(1200, 1200));
  await expect(
    page.getByRole("alert").filter({ hasText: "exceeds the limit of 3 MiB" }),
  ).toBeVisible();
});

test("a page is taken back, published, and deleted by typing its name", async ({
  admin: page,
  server,
  acme,
}) => {
  const { name } = acme.organization.page;
  await arrive(page, `${server.url}/pages/${acme.subdomain}/settings`);
  await page.getByRole("button", { name: "Make it a draft" }).click();
  await said(page, "The page is a draft");
  expect((await server.visit(acme.subdomain, "/")).status).toBe(404);
  const publish = page.getByRole("banner").getByRole("button", { name: "Publish page" });
  await publish.click();
  await said(page, "The page is published");
  const view = page.getByRole("status").getByRole("link", { name: "View page" });
  await expect(view).toHaveAttribute("href", new RegExp(acme.subdomain));
  expect((await server.visit(acme.subdomain, "/")).status).toBe(200);
  await page.getByRole("button", { name: "Delete page" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("another");
  await dialog.getByRole("button", { name: "Delete page" }).click();
  await expect(dialog).toContainText("This does not match the name.");
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: "Delete page" }).click();
  await page.waitForURL(/\/organizations\/\d+$/);
  expect((await server.visit(acme.subdomain, "/")).status).toBe(404);
});

test("an editor finds neither the screens nor the preview, in which no script ever runs", async ({
  browser,
  admin,
  server,
  acme,
  database,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}`;
  const preview = await admin.request.get(`${base}/appearance/preview?link_color=0b4a8f`);
  expect(preview.headers()["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src .*frame-ancestors 'self'; sandbox allow-same-origin$/,
  );
  const editor = await browser.newPage();
  await signIn(editor, server, await mintUser(database, acme.organization.id, "editor"));
  for (const path of ["settings", "appearance"]) {
    await editor.goto(`${base}/${path}`);
    await expect(editor.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  }
  await editor.goto(`${base}/appearance/preview`);
  await expect(editor.getByText("Checkout")).toHaveCount(0);
  await editor.close();
});

test("a preview that has no document yet is painted when it has; nothing complains", async ({
  admin: page,
  server,
  acme,
}) => {
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text());
  });
  await page.addInitScript(() => {
    const { prototype } = HTMLIFrameElement;
    const real = Object.getOwnPropertyDescriptor(prototype, "contentDocument")?.get;
    let isFirst = true;
    Object.defineProperty(prototype, "contentDocument", {
      get() {
        const document = isFirst ? new Document() : real?.call(this);
        isFirst = false;
        return document;
      },
    });
  });
  await arrive(page, `${server.url}/pages/${acme.subdomain}/appearance`);
  await expect(page.frameLocator("iframe").getByRole("main")).toContainText("Shop");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(page.frameLocator("iframe").locator(":root")).toHaveCSS("color-scheme", "dark");
  expect(said).toEqual([]);
});

test("what fails in the browser is not blamed on the server, and is named", async ({
  admin: page,
  server,
  acme,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLIFrameElement.prototype, "contentDocument", {
      get: () => {
        throw new Error("no such frame");
      },
    });
  });
  await page.goto(`${server.url}/pages/${acme.subdomain}/appearance`);
  await expect(
    page.getByRole("heading", { name: "Something broke in your browser" }),
  ).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Error: no such frame");
  await expect(page.getByRole("main")).not.toContainText("database");
});
