import type { Page } from "@playwright/test";
import { test as base, expect } from "#tests/support/browser/account-test.ts";
import { submitSignIn } from "#tests/support/browser/admin.ts";
import { expectAccessible } from "#tests/support/browser/axe.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer } from "#tests/support/server/server.ts";
import { CLIENT, OidcServer } from "#tests/support/stand-ins/oidc-provider.ts";

type Providers = { app: number; provider: OidcServer; other: OidcServer };

const test = base.extend<{ provider: OidcServer; other: OidcServer }, { providers: Providers }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const app = await ownPort();
      const at = `http://localhost:${app}/sign-in`;
      const provider = await OidcServer.open(await ownPort(), `${at}/oidc/callback`, {
        logout: `${at}/oidc/backchannel-logout`,
        signed_out: at,
      });
      const other = await OidcServer.open(await ownPort(), `${at}/oidc/2/callback`);
      await use({ app, provider, other });
      await Promise.all([provider.close(), other.close()]);
    },
    { scope: "worker" },
  ],
  provider: async ({ providers }, use) => use(providers.provider),
  other: async ({ providers }, use) => use(providers.other),
  server: [
    async ({ databaseUrl, providers, serverEnv }, use) => {
      const { app, provider, other } = providers;
      const oidc = {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: "Example login",
        OIDC_SIGN_OUT: "on",
        OIDC_2_ISSUER: other.issuer,
        OIDC_2_CLIENT_ID: CLIENT.id,
        OIDC_2_CLIENT_SECRET: CLIENT.secret,
        OIDC_2_NAME: "Partner",
        OIDC_2_ROLES: "ops=1:viewer",
      };
      const env = { ...serverEnv, APP_SECRET, LOG_LEVEL: "warn", ...oidc };
      const server = await startServer({ databaseUrl, port: app, env });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

async function goToProvider(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-in?next=/account/sessions`);
  await page.getByRole("link", { name: "Continue with Example login" }).click();
}

test("who the provider vouches for signs in, with PKCE, state and nonce, and goes on to where they were", async ({
  visit,
  server,
  member,
  provider,
}) => {
  const sub = `of ${member.email}`;
  provider.person = { sub, email: member.email, email_verified: true, name: "Ada" };
  for (let time = 0; time < 2; time += 1) {
    const page = await visit();
    await goToProvider(page, server.url);
    await expect(page).toHaveURL(`${server.url}/account/sessions`);
    await expect(page.getByText("Single sign-on").first()).toBeVisible();
  }
  const [first, second] = provider.asked.slice(-2);
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(first?.get(name)?.length).toBeGreaterThan(20);
    expect(first?.get(name)).not.toBe(second?.get(name));
  }
  expect(first?.get("code_challenge_method")).toBe("S256");
});

test("an unverified address, a stranger and a refusal get in nowhere, and are told why", async ({
  visit,
  server,
  member,
  provider,
}) => {
  const name = "Eve";
  const before = server.output().length;
  const cases = [
    [
      { sub: "1", email: member.email, email_verified: false, name },
      "ask the operator of this server to trust",
    ],
    [{ sub: "2", email: `no-${member.email}`, email_verified: true, name }, "no account"],
    [null, "did not confirm"],
  ] as const;
  for (const [person, text] of cases) {
    provider.person = person;
    const page = await visit();
    await goToProvider(page, server.url);
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await page.goto(`${server.url}/account`);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
  const logged = server.output().slice(before);
  expect(logged).toMatch(/"reason":"unverified".*"email_domain":"example.com"/);
  expect(logged).toMatch(/"reason":"uninvited"/);
  expect(logged).not.toContain(member.email);
});

test("an answer of the provider is good in the browser that asked, once", async ({
  visit,
  server,
  member,
  provider,
}) => {
  const sub = `of ${member.email}`;
  provider.person = { sub, email: member.email, email_verified: true, name: "Ada" };
  const page = await visit();
  const callbacks: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/sign-in/oidc/callback?")) callbacks.push(request.url());
  });
  await goToProvider(page, server.url);
  await expect(page).toHaveURL(`${server.url}/account/sessions`);
  const [callback = ""] = callbacks;
  const other = await visit();
  await other.goto(callback);
  await expect(other.getByText("did not confirm")).toBeVisible();
  await page.context().clearCookies({ name: "next-auth.session-token" });
  await page.goto(callback);
  await expect(page.getByText("did not confirm")).toBeVisible();
});

test("an account is nobody else's at a second provider until its owner connects it", async ({
  visit,
  server,
  member,
  provider,
  other,
}) => {
  const person = { email: member.email, email_verified: true, name: "Ada" };
  provider.person = { sub: `of ${member.email}`, ...person };
  other.person = { sub: `partner's ${member.email}`, ...person };
  const page = await visit();
  await goToProvider(page, server.url);
  const stranger = await visit();
  const enterByPartner = async () => {
    await stranger.goto(`${server.url}/sign-in?next=/account/sessions`);
    await stranger.getByRole("link", { name: "Continue with Partner" }).click();
  };
  await enterByPartner();
  await expect(
    stranger.getByRole("alert").filter({ hasText: "then connect Partner" }),
  ).toBeVisible();
  await page.goto(`${server.url}/account/security`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect Partner" }).click();
  await expect(page.getByRole("button", { name: "Connect Partner" })).toHaveCount(0);
  await expect(page.getByText("Connected", { exact: true })).toHaveCount(2);
  await enterByPartner();
  await expect(stranger).toHaveURL(`${server.url}/account/sessions`);
});

async function confirmAtProvider(page: Page, provider: OidcServer): Promise<void> {
  await page.waitForURL((url) => url.href.startsWith(`${provider.issuer}/session/end`));
  await page.getByRole("button", { name: /yes/i }).click();
}

test("signing out here signs out at the provider, and there here", async ({
  visit,
  server,
  member,
  provider,
}) => {
  const sub = `of ${member.email}`;
  provider.person = { sub, email: member.email, email_verified: true, name: "Ada" };
  const [one, two] = [await visit(), await visit()];
  for (const page of [one, two]) {
    await goToProvider(page, server.url);
    await expect(page).toHaveURL(`${server.url}/account/sessions`);
  }
  await two.goto(`${provider.issuer}/session/end`);
  await confirmAtProvider(two, provider);
  await expect
    .poll(async () => {
      await two.goto(`${server.url}/account/sessions`);
      return new URL(two.url()).pathname;
    })
    .toBe("/sign-in");
  await one.getByRole("button", { name: /^Account \S+@/ }).click();
  await one.getByRole("menuitem", { name: "Sign out" }).click();
  await confirmAtProvider(one, provider);
  await expect(one).toHaveURL((url) => url.pathname === "/sign-in");
  await expect(one.getByText("You are signed out.")).toBeVisible();
  await one.goto(`${server.url}/account`);
  await expect(one.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the members page says whose groups decide a role, and asks nobody to change it", async ({
  visit,
  server,
  database,
  organization,
  member,
  providers,
}) => {
  await database
    .updateTable("memberships")
    .set({ oidc_issuer: providers.other.issuer })
    .where("user_id", "=", member.id)
    .execute();
  const page = await visit();
  const { email, password } = organization.owner;
  await page.goto(`${server.url}/sign-in?next=/organizations/${organization.id}/members`);
  await submitSignIn(page, email, password);
  const row = page.getByRole("row").filter({ hasText: member.email });
  await expect(row).toContainText("Editor by Partner");
  await expect(row.getByRole("combobox")).toHaveCount(0);
  await expect(page.getByText("groups at the sign-in provider")).toBeVisible();
  await expectAccessible(page);
});
