import { expect, test } from "@playwright/test";
import { callbackUrl } from "#lib/identity/oidc/provider.ts";
import { beginVisit, finishVisit, VISIT_MINUTES } from "#lib/identity/oidc/visit.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { CLIENT, OidcServer } from "#tests/support/stand-ins/oidc-provider.ts";

const OIDC = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

let provider: OidcServer;
test.beforeAll(async () => {
  provideEnv({ APP_SECRET });
  provider = await OidcServer.open(await ownPort(), callbackUrl());
  const { issuer } = provider;
  const values = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  };
  Object.assign(process.env, values);
  provideEnv({});
});
test.afterEach(() => shiftClock(0));
test.afterAll(async () => {
  for (const name of OIDC) delete process.env[name];
  provideEnv({});
  await provider.close();
});

const email = "ada@example.com";

/** Who comes back, by what the ID token says and what userinfo says beside it. */
async function whoComes(
  idToken: Partial<NonNullable<OidcServer["person"]>>,
  userinfo: OidcServer["userinfo"],
) {
  Object.assign(provider, { person: { sub: "ada", ...idToken }, userinfo });
  const { url, kept } = await beginVisit("/account");
  return (await finishVisit(kept, await provider.visitedBy(url)))?.person;
}

test("an address that the ID token does not call verified is verified where userinfo says so", async () => {
  for (const email_verified of [undefined, false, null])
    expect(
      await whoComes({ email, email_verified, name: "Ada" }, { email_verified: true }),
    ).toMatchObject({ email, email_verified: true, name: "Ada" });
});

test("userinfo vouches for the address that it names itself, and for no other", async () => {
  const another = { email: "eve@example.com", email_verified: true };
  expect(await whoComes({ email, email_verified: false }, another)).toMatchObject(another);
  const none = { email: undefined, email_verified: true };
  expect(await whoComes({ email, email_verified: false }, none)).toMatchObject({
    email,
    email_verified: false,
  });
});

test("a provider that says nothing, says null or has no userinfo still says who somebody is", async () => {
  const silent = { email, email_verified: undefined, name: null };
  const known = { subject: "ada", email, email_verified: false, name: "" };
  expect(await whoComes(silent, {})).toMatchObject(known);
  expect(await whoComes(silent, null)).toMatchObject(known);
  expect(await whoComes({ email: null, name: "Ada" }, null)).toMatchObject({
    email: null,
    email_verified: false,
    name: "Ada",
  });
});

test("who comes back after ten minutes, or was never sent, is nobody", async () => {
  Object.assign(provider, { person: { sub: "ada", email, email_verified: true }, userinfo: {} });
  const { url, kept } = await beginVisit("/account");
  const answer = await provider.visitedBy(url);
  shiftClock((VISIT_MINUTES * 60 + 1) * 1_000);
  expect(await finishVisit(kept, answer)).toBeNull();
  expect(await finishVisit(undefined, answer)).toBeNull();
  expect(await finishVisit("forged", answer)).toBeNull();
  shiftClock((VISIT_MINUTES * 60 - 10) * 1_000);
  expect(await finishVisit(kept, answer)).toMatchObject({ path: "/account" });
});

test("whichever algorithm a provider signs with, its ID token is accepted", async () => {
  const other = await OidcServer.open(await ownPort(), callbackUrl(), "ES256");
  process.env.OIDC_ISSUER = other.issuer;
  provideEnv({});
  other.person = { sub: "ada", email, email_verified: true };
  const { url, kept } = await beginVisit("/account");
  expect(await finishVisit(kept, await other.visitedBy(url))).toMatchObject({
    person: { subject: "ada" },
  });
  await other.close();
});
