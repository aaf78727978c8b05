import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { callbackUrl, findProvider, misconfiguration } from "#lib/identity/oidc/provider.ts";
import { beginVisit, finishVisit, VISIT_MINUTES } from "#lib/identity/oidc/visit.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import type { OidcProvider } from "#lib/platform/config/oidc-settings.ts";
import { seal, unseal } from "#lib/platform/crypto/seal.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { listenHere } from "#tests/support/server/loopback.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { CLIENT, OidcServer } from "#tests/support/stand-ins/oidc-provider.ts";

const first = ({ issuer }: OidcServer, more: Record<string, string> = {}) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  ...more,
});

let provider: OidcServer;
let other: OidcServer;
test.beforeAll(async () => {
  setProviders({});
  const urls = [1, 2].map((number) => callbackUrl({ number }));
  provider = await OidcServer.open(await ownPort(), urls[0] ?? "");
  other = await OidcServer.open(await ownPort(), urls[1] ?? "", { algorithm: "ES256" });
});
test.beforeEach(() => {
  Object.assign(provider, { person: ADA, userinfo: {}, shift_ms: 0 });
  setProviders(first(provider));
});
test.afterEach(() => shiftClock(0));
test.afterAll(async () => {
  setProviders({});
  await Promise.all([provider.close(), other.close()]);
});

const email = "ada@example.com";
const ADA = { sub: "ada", email, email_verified: true };

function numbered(number: number): OidcProvider {
  const found = findProvider(number);
  if (!found) throw new Error("no such provider");
  return found;
}

async function begin(number = 1) {
  return beginVisit(numbered(number), { path: "/account" });
}

function finish(kept: string | undefined, search: string, number = 1) {
  return finishVisit(numbered(number), kept, search);
}

/** Who comes back, by what the ID token says and what userinfo says beside it. */
async function whoComes(idToken: object, userinfo: OidcServer["userinfo"] = {}) {
  Object.assign(provider, { person: { sub: "ada", ...idToken }, userinfo });
  const { url, kept } = await begin();
  return (await finish(kept, await provider.visitedBy(url)))?.person;
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
  const { url, kept } = await begin();
  const answer = await provider.visitedBy(url);
  shiftClock((VISIT_MINUTES * 60 + 1) * 1_000);
  expect(await finish(kept, answer)).toBeNull();
  expect(await finish(undefined, answer)).toBeNull();
  expect(await finish("forged", answer)).toBeNull();
  shiftClock((VISIT_MINUTES * 60 - 10) * 1_000);
  expect(await finish(kept, answer)).toMatchObject({ path: "/account" });
});

test("whichever algorithm a provider signs with, its ID token is accepted", async () => {
  setProviders({ ...first(provider), ...second(other) });
  other.person = ADA;
  const { url, kept } = await begin(2);
  expect(await finish(kept, await other.visitedBy(url), 2)).toMatchObject({
    person: { subject: "ada" },
  });
});

const second = ({ issuer }: OidcServer) => ({
  OIDC_2_ISSUER: issuer,
  OIDC_2_CLIENT_ID: CLIENT.id,
  OIDC_2_CLIENT_SECRET: CLIENT.secret,
});

test("the answer of one provider is never taken for another's", async () => {
  setProviders({ ...first(provider), ...second(other) });
  other.person = ADA;
  const [one, two] = [await begin(1), await begin(2)];
  const [first_answer, second_answer] = [
    await provider.visitedBy(one.url),
    await other.visitedBy(two.url),
  ];
  expect(await finish(one.kept, second_answer, 2)).toBeNull();
  expect(await finish(two.kept, first_answer, 1)).toBeNull();
  const state = new URLSearchParams(first_answer).get("state") ?? "";
  const crossed = (name: string, value: string | null) => {
    const query = new URLSearchParams(first_answer);
    if (value === null) query.delete(name);
    else query.set(name, value);
    return `?${query}`;
  };
  const stolen = new URLSearchParams(second_answer);
  stolen.set("state", state);
  for (const search of [crossed("iss", other.issuer), crossed("iss", null), `?${stolen}`])
    await expect(finish(one.kept, search)).rejects.toThrow();
  expect(await finish(one.kept, first_answer)).toMatchObject({ person: { subject: "ada" } });
});

test("neither state, nonce nor code of another visit is accepted, nor a code again", async () => {
  const [one, two] = [await begin(), await begin()];
  const answer = await provider.visitedBy(one.url);
  await expect(finish(two.kept, answer)).rejects.toThrow();
  const [own, others] = [one, two].map(({ kept }) => JSON.parse(unseal(kept)));
  for (const name of ["nonce", "code_verifier"]) {
    const visit = await begin();
    const mixed = { ...JSON.parse(unseal(visit.kept)), [name]: others[name] };
    const search = await provider.visitedBy(visit.url);
    await expect(finish(seal(JSON.stringify(mixed)), search), name).rejects.toThrow();
  }
  expect(own.nonce).not.toBe(others.nonce);
  expect(await finish(one.kept, answer)).not.toBeNull();
  await expect(finish(one.kept, answer)).rejects.toThrow();
});

test("the issuer may be set with or without its last slash, and another one is named", async () => {
  let named = "";
  const documents = createServer((_request, response) => {
    const endpoint = `${base}/x`;
    const urls = { authorization_endpoint: endpoint, token_endpoint: endpoint, jwks_uri: endpoint };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ issuer: named, response_types_supported: ["code"], ...urls }));
  });
  const base = `http://127.0.0.1:${await listenHere(documents)}`;
  for (const [set, said] of [
    [`${base}/realm`, `${base}/realm/`],
    [`${base}/realm/`, `${base}/realm`],
    [`${base}/`, base],
  ]) {
    named = said ?? "";
    setProviders({ ...first(provider), OIDC_ISSUER: set ?? "" });
    expect((await begin()).url, said).toContain(`${base}/x`);
  }
  named = `${base}/main`;
  setProviders({ ...first(provider), OIDC_ISSUER: `${base}/realm` });
  const error = await begin().catch((refused) => refused);
  expect(misconfiguration(error, numbered(1))).toBe(
    `OIDC_ISSUER must be ${base}/main, as the provider names it`,
  );
  documents.close();
});

test("clocks may differ by five minutes; beyond, and for a wrong secret, the operator is told", async () => {
  const comes = async (more: Record<string, string> = {}) => {
    setProviders(first(provider, more));
    const { url, kept } = await begin();
    return finish(kept, await provider.visitedBy(url)).catch((error) =>
      misconfiguration(error, numbered(1)),
    );
  };
  for (const shift_ms of [-400_000, 400_000]) {
    provider.shift_ms = shift_ms;
    expect(await comes(), `${shift_ms}`).toMatchObject({ person: { subject: "ada" } });
  }
  provider.shift_ms = -700_000;
  expect(await comes()).toMatch(/^the clocks .+ differ by more than 5 minutes$/);
  provider.shift_ms = 0;
  expect(await comes({ OIDC_CLIENT_SECRET: "wrong" })).toBe(
    "the provider refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET",
  );
  provider.person = null;
  expect(await comes()).toBeNull();
});

const GROUPS: [claim: string, idToken: object, userinfo: OidcServer["userinfo"], found: unknown][] =
  [
    ["groups", { groups: ["ops", 7, "team a"] }, null, ["ops", "team a"]],
    ["groups", { groups: "ops" }, {}, ["ops"]],
    ["groups", { groups: [] }, { groups: ["ops"] }, []],
    ["groups", {}, { groups: ["ops"] }, ["ops"]],
    ["groups", {}, {}, []],
    ["groups", { email_verified: false }, null, null],
    ["groups", { _claim_names: { groups: "src1" } }, {}, null],
    [
      "resource_access.all.clear.roles",
      { resource_access: { "all.clear": { roles: ["a"] } } },
      {},
      ["a"],
    ],
    ["roles", { roles: { admin: { 7: "example.com" } } }, {}, ["admin"]],
    ["resource_access.none", { resource_access: {} }, {}, []],
  ];

test("groups are read from ID token or userinfo; what was not said is not none", async () => {
  for (const [claim, idToken, userinfo, found] of GROUPS) {
    setProviders(first(provider, { OIDC_ROLES: "ops=1:admin", OIDC_GROUPS_CLAIM: claim }));
    const person = await whoComes({ email, email_verified: true, ...idToken }, userinfo);
    expect(person?.groups, JSON.stringify([claim, idToken, userinfo])).toEqual(found);
  }
});
