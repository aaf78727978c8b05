import type { Page } from "@playwright/test";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { mintPage, mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/stand-ins/mail-test.ts";

type Door = { url: string; name: string; email: string; password: string };

const test = base.extend<{ door: Door }>({
  door: async ({ database, server, organization: { id } }, use) => {
    const { subdomain, name } = await mintPage(database, id, { member_restricted: true });
    const { email, password } = await mintUser(database, id, "viewer");
    await use({ url: server.pageUrl(subdomain), name, email, password });
  },
});

async function toSignIn(page: Page, { url }: Door): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
}

async function expectInside(page: Page, { url }: Door): Promise<void> {
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.getByRole("link", { name: "Your access" })).toBeVisible();
}

test("with scripts the browser does the work while the form is sent, anew for each try, and loads nothing from elsewhere", async ({
  browser,
  server,
  door,
  mails,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const hosts = new Set<string>();
  const challenges: string[] = [];
  page.on("request", (request) => {
    const { protocol, host, pathname } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(host);
    if (pathname === "/sign-in/challenge") challenges.push(pathname);
  });
  await toSignIn(page, door);
  await page.getByText("I am not a robot").waitFor();
  await submitSignIn(page, door.email, "a wrong password");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("do not match");
  await submitSignIn(page, door.email, door.password);
  await expectInside(page, door);
  expect(challenges).toHaveLength(2);
  expect([...hosts].sort()).toEqual([new URL(door.url).host, new URL(server.url).host].sort());
  expect(mails.to(door.email)).toEqual([]);
  await context.close();
});

test("without scripts a code by e-mail takes its place; a wrong one says how to go on", async ({
  browser,
  door,
  mails,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await toSignIn(page, door);
  await submitSignIn(page, door.email, door.password);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  const { mail } = await mails.nth(door.email);
  expect(mail.subject).toBe(`Your code to sign in to ${door.name}`);
  const code = /^\d{4} \d{4}$/m.exec(mail.text ?? "")?.[0] ?? "";
  expect(mail.html).toContain(code);
  expect(mail.html).not.toContain('class="button"');
  await page.getByLabel("Code").fill(code.startsWith("0") ? "1234 5678" : "0234 5678");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("wrong");
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectInside(page, door);
  await context.close();
});

test("without scripts a wrong password is told as a right one is, and no mail leaves", async ({
  browser,
  door,
  mails,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const screens: (string | null)[] = [];
  for (const password of ["a wrong password", door.password]) {
    await toSignIn(page, door);
    await submitSignIn(page, door.email, password);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    screens.push(await page.locator("main").textContent());
  }
  expect(screens[0]).toBe(screens[1]);
  await mails.nth(door.email);
  expect(mails.to(door.email)).toHaveLength(1);
  await context.close();
});

test("a sign-in with a captcha, and its code, keep nobody out, in light and dark", async ({
  browser,
  door,
  server,
}) => {
  const viewport = { width: 390, height: 800 };
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await toSignIn(page, door);
  await page.getByText("I am not a robot").click();
  await expect(page.getByText("Checked")).toBeVisible();
  await expectAccessible(page);
  await page.route("**/sign-in/challenge", (route) => route.abort());
  await page.reload();
  await page.getByText("I am not a robot").waitFor();
  await submitSignIn(page, door.email, door.password);
  await expect(page.getByText("The check failed")).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(new RegExp(`^${server.url}/sign-in/code`));
  await expectAccessible(page);
  await context.close();
});
