import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/account-test.ts";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { codeOf } from "#tests/support/browser/totp.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** An authenticator of the machine that holds passkeys and knows its holder. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function secretOn(page: Page): Promise<string> {
  return ((await page.locator("main code").first().textContent()) ?? "").replaceAll(" ", "");
}

test("a passkey is added, renamed, signs in alone, and is removed", async ({
  visit,
  server,
  enter,
  mails,
  member,
}) => {
  const page = await visit();
  await withAuthenticator(page);
  await enter(page, "/account/security");
  await page.getByLabel("Name", { exact: true }).last().fill("Work laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Work laptop").first()).toBeVisible();
  expect((await mails.nth(member.email)).mail.subject).toContain("passkey was added");
  await page.getByText("Rename", { exact: true }).first().click();
  await page.getByLabel("Name", { exact: true }).first().fill("Old laptop");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Old laptop").first()).toBeVisible();

  await page.goto(`${server.url}/account/sessions`);
  await page.getByRole("button", { name: /^Account \S+@/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(heading(page, "Sign in")).toBeVisible();
  await page.goto(`${server.url}/sign-in?next=/account/sessions`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(`${server.url}/account/sessions`);
  await expect(page.getByText("Passkey", { exact: false }).first()).toBeVisible();

  await page.goto(`${server.url}/account/security`);
  await page.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("No passkey was accepted.")).toBeVisible();
});

test("the second factor is set up without scripts, with ten codes shown once", async ({
  visit,
  server,
  enter,
}) => {
  const page = await visit({ javaScriptEnabled: false });
  await enter(page, "/account/security");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await secretOn(page);
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This code is wrong or was used before.")).toBeVisible();
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(heading(page, "Your recovery codes")).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("On. Recovery codes left: 10.")).toBeVisible();
  await page.goto(`${server.url}/account/recovery-codes`);
  await expect(page.getByRole("listitem")).toHaveCount(0);
});

test("members whose organization asks for more set it up before anything else, and go on", async ({
  visit,
  server,
  member,
  organization,
}) => {
  const owner = await visit();
  await owner.goto(`${server.url}/sign-in?next=/organizations/${organization.id}`);
  await submitSignIn(owner, organization.owner.email, organization.owner.password);
  const rule = owner.getByLabel("Members need more than a password");
  await rule.check();
  await owner.locator("form").filter({ has: rule }).getByRole("button").click();
  await expect(heading(owner, "Your organization requires more than a password")).toBeVisible();
  const page = await visit();
  const path = `/pages/${organization.page.subdomain}/incidents`;
  await page.goto(`${server.url}${path}`);
  await submitSignIn(page, member.email, member.password);
  await expect(heading(page, "Your organization requires more than a password")).toBeVisible();
  const answer = await page.request.get(`${server.url}${path}`, { maxRedirects: 0 });
  expect(answer.headers().location ?? (await answer.text())).toContain("/secure");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByLabel("Code from the app").fill(codeOf(await secretOn(page)));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(heading(page, "Your recovery codes")).toBeVisible();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page).toHaveURL(`${server.url}${path}`);
});

test("sessions elsewhere are seen and ended; a key is shown once, works, and is revoked", async ({
  visit,
  server,
  enter,
  api,
  organization,
}) => {
  const [page, other] = [await visit(), await visit()];
  await enter(other);
  await expect(heading(other, "Account")).toBeVisible();
  await enter(page, "/account/sessions");
  await expect(page.getByText("This session")).toBeVisible();
  await page.getByRole("button", { name: "End all other sessions" }).click();
  await expect(page.getByText("One other session ended.").first()).toBeVisible();
  await other.goto(`${server.url}/account`);
  await expect(heading(other, "Sign in")).toBeVisible();

  await page.goto(`${server.url}/account/api-keys`);
  await page.getByLabel("What it is for").fill("My script");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(heading(page, "Your new API key")).toBeVisible();
  const key = (await page.locator("main code").first().textContent()) ?? "";
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const asks = async () => (await api.as(key).get(path)).status;
  expect(await asks()).toBe(200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(heading(page, "Your new API key")).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke My script" }).click();
  await expect(page.getByText("My script")).toHaveCount(0);
  expect(await asks()).toBe(401);
});

test("the account keeps nobody out, on a phone, in light and dark", async ({
  visit,
  server,
  enter,
}) => {
  const page = await visit({ viewport: { width: 360, height: 740 } });
  const check = async (path: string) => {
    await page.goto(`${server.url}${path}`);
    await expectAccessible(page, { what: path });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, wide]).toEqual([path, 360]);
  };
  for (const path of ["/sign-in", "/forgot-password", "/reset-password/x"]) await check(path);
  await enter(page);
  await expect(heading(page, "Account")).toBeVisible();
  await page.goto(`${server.url}/account/security`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await check("/account/security");
});
