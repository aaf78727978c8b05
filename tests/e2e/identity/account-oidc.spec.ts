import type { Page } from "@playwright/test";
import { test as base, expect } from "#tests/support/browser/account-test.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer } from "#tests/support/server/server.ts";
import { CLIENT, OidcServer } from "#tests/support/stand-ins/oidc-provider.ts";

const test = base.extend<object, { provider: OidcServer; ports: { app: number } }>({
  ports: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => use({ app: await ownPort() }),
    { scope: "worker" },
  ],
  provider: [
    async ({ ports }, use) => {
      const callback = `http://localhost:${ports.app}/sign-in/oidc/callback`;
      const provider = await OidcServer.open(await ownPort(), callback);
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ databaseUrl, provider, ports, serverEnv }, use) => {
      const oidc = {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: "Example login",
      };
      const env = { ...serverEnv, APP_SECRET, LOG_LEVEL: "warn", ...oidc };
      const server = await startServer({ databaseUrl, port: ports.app, env });
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
