import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/account-test.ts";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";

const WRONG = "This e-mail and password do not match an account.";
const NEW = "a brand-new password";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("whoever forgot their password gets a link and chooses a new one, without scripts", async ({
  visit,
  server,
  member,
  mails,
  enter,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail").fill(member.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(heading(page, "Check your e-mail")).toBeVisible();
  const link = linkIn(await mails.nth(member.email), "reset-password");
  await page.goto(link);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your new password is set")).toBeVisible();
  await enter(page, "/account", NEW);
  await expect(heading(page, "Account")).toBeVisible();
  await page.goto(link);
  await expect(heading(page, "This link no longer works")).toBeVisible();
  const notice = await mails.nth(member.email, 2);
  expect(notice.mail.subject).toBe("Your password was changed");
});

test("an address without an account is answered like any other, and nothing is sent", async ({
  visit,
  server,
  member,
  mails,
}) => {
  const page = await visit();
  const screens = [];
  for (const email of [`no-${member.email}`, member.email]) {
    await page.goto(`${server.url}/forgot-password`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(heading(page, "Check your e-mail")).toBeVisible();
    screens.push(await page.locator("main").textContent());
  }
  expect(screens[0]).toBe(screens[1]);
  await mails.nth(member.email);
  expect(mails.to(`no-${member.email}`)).toEqual([]);
});

test("with a second factor the password alone opens nothing, with scripts and without", async ({
  visit,
  server,
  member,
  database,
  enter,
}) => {
  const { secret, recovery_codes } = await withTwoFactor(database, member.id);
  const proofs = [codeOf(secret), recovery_codes[0] ?? ""];
  for (const [index, javaScriptEnabled] of [true, false].entries()) {
    const page = await visit({ javaScriptEnabled });
    await enter(page, "/account/sessions");
    await expect(heading(page, "Enter your second factor")).toBeVisible();
    const aside = await page.context().newPage();
    await aside.goto(`${server.url}/account`);
    await expect(heading(aside, "Sign in")).toBeVisible();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("This code is wrong or was used before.")).toBeVisible();
    await page.getByLabel("Code").fill(proofs[index] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/account/sessions`);
    await expect(page.getByText("Password and code").first()).toBeVisible();
  }
});

test("the second factor is asked for on the way to a page for members, too", async ({
  visit,
  server,
  member,
  database,
  organization,
}) => {
  const { secret } = await withTwoFactor(database, member.id);
  const settings = { captcha_enabled: false };
  const { subdomain } = await mintPage(database, organization.id, {
    member_restricted: true,
    settings,
  });
  const page = await visit();
  await page.goto(server.pageUrl(subdomain));
  await page.getByRole("link", { name: "Sign in" }).click();
  await submitSignIn(page, member.email, member.password);
  await expect(heading(page, "Enter your second factor")).toBeVisible();
  await page.getByLabel("Code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${server.pageUrl(subdomain)}/`);
});

test("each sign-in is another session, and the one that the browser had is over", async ({
  visit,
  server,
  member,
  enter,
}) => {
  const page = await visit();
  const session = async () =>
    (await page.context().cookies()).find(({ name }) => name === "next-auth.session-token");
  await enter(page);
  await expect(heading(page, "Account")).toBeVisible();
  const before = await session();
  await page.goto(`${server.url}/account/security`);
  await page.getByLabel("Current password").fill(member.password);
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.").first()).toBeVisible();
  const after = await session();
  expect(after?.value).not.toBe(before?.value);
  if (before) await page.context().addCookies([before]);
  await page.goto(`${server.url}/account`);
  await expect(heading(page, "Sign in")).toBeVisible();
});

test("after three wrong passwords the browser does some work; without scripts a mailed code does", async ({
  visit,
  server,
  member,
  mails,
  enter,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit({ javaScriptEnabled });
    for (let guess = 0; guess < 3; guess += 1) {
      await page.goto(`${server.url}/sign-in`);
      await submitSignIn(page, `${guess}-${member.email}`, "a guess");
      await expect(page.getByText(WRONG)).toBeVisible();
    }
    await page.goto(`${server.url}/sign-in`);
    if (javaScriptEnabled) await page.getByText("I am not a robot").waitFor();
    await enter(page);
    if (javaScriptEnabled) await expect(heading(page, "Account")).toBeVisible();
    else {
      await expect(heading(page, "Enter your code")).toBeVisible();
      const { mail } = await mails.nth(member.email);
      const code = /^\d{4} \d{4}$/m.exec(mail.text ?? "")?.[0] ?? "";
      await page.getByLabel("Code").fill(code);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(heading(page, "Account")).toBeVisible();
    }
  }
});
