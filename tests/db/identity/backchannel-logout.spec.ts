import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Configuration } from "openid-client";
import type { Db } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { endSessionsByToken } from "#lib/identity/oidc/backchannel-logout.ts";
import { verifyLogoutToken } from "#lib/identity/oidc/logout-token.ts";
import { callbackUrl, findProvider } from "#lib/identity/oidc/provider.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { now } from "#lib/platform/clock.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { CLIENT, OidcServer } from "#tests/support/stand-ins/oidc-provider.ts";
import { test as base, expect } from "#tests/support/test.ts";

const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

const test = base.extend<object, { provider: OidcServer }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      setProviders({});
      const provider = await OidcServer.open(await ownPort(), callbackUrl({ number: 2 }));
      setProviders({ OIDC_2_ISSUER: provider.issuer, OIDC_2_CLIENT_ID: CLIENT.id });
      await use(provider);
      setProviders({});
      await provider.close();
    },
    { scope: "worker" },
  ],
});
const real = Date.now;
test.afterEach(() => {
  Date.now = real;
});

/** A person of the provider with two sessions there, and one by password. */
async function signedIn(database: Db, organization_id: number, oidc_issuer: string) {
  const { id } = await mintUser(database, organization_id, "editor");
  const user = await findUser(database, id);
  if (!user) throw new Error("no such user");
  const sub = `of ${id}`;
  const identity = { issuer: oidc_issuer, subject: sub, user_id: id };
  await database.insertInto("oidc_identities").values(identity).execute();
  const [first, second] = [randomUUID(), randomUUID()];
  const at = (oidc_sid: string) =>
    newSession(database, user, { method: "oidc", oidc_issuer, oidc_sid });
  const tokens = [await at(first), await at(second), await newSession(database, user)];
  const open = async () =>
    (await Promise.all(tokens.map((token) => sessionOfToken(database, token)))).map(
      (session) => session !== null,
    );
  return { id, sub, first, second, open };
}

function tokenOf(issuer: string, more: object): object {
  const iat = Math.floor(now().getTime() / 1_000);
  const base = { iss: issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: randomUUID() };
  return { ...base, events: EVENTS, ...more };
}

function logOut(database: Db, token: string, ctx: Partial<Context> = {}): Promise<number> {
  const provider = findProvider(2);
  if (!provider) throw new Error("no such provider");
  return endSessionsByToken({ ...person(database), ...ctx }, provider, token);
}

test("a logout token ends the session that it names, or all that a person began there", async ({
  database,
  organization,
  provider,
}) => {
  const { issuer } = provider;
  const { id, sub, first, second, open } = await signedIn(database, organization.id, issuer);
  expect(await open()).toEqual([true, true, true]);
  const send = (more: object) => logOut(database, provider.sign(tokenOf(issuer, more)));
  expect(await send({ sub: "nobody" })).toBe(0);
  expect(await send({ sub: "nobody", sid: first })).toBe(0);
  expect(await send({ sid: first })).toBe(1);
  expect(await open()).toEqual([false, true, true]);
  expect(await send({ sub, sid: second })).toBe(1);
  expect(await open()).toEqual([false, false, true]);
  const again = await signedIn(database, organization.id, issuer);
  expect(await send({ sub: again.sub })).toBe(2);
  expect(await again.open()).toEqual([false, false, true]);
  const audited = database
    .selectFrom("audit_log")
    .select("subject_id")
    .where("organization_id", "=", organization.id)
    .where("action", "=", "user.end_sessions")
    .orderBy("id");
  expect((await audited.execute()).map(({ subject_id }) => subject_id)).toEqual([
    ...[id, id, again.id],
  ]);
});

test("what is not the provider's logout token of now ends nothing", async ({
  database,
  organization,
  provider,
}) => {
  const { issuer } = provider;
  const { sub, open } = await signedIn(database, organization.id, issuer);
  const iat = Math.floor(now().getTime() / 1_000);
  const good = tokenOf(issuer, { sub });
  const wrong: [why: string, claims: object, header?: object][] = [
    ["another issuer", { iss: "https://login.example.com" }],
    ["another client", { aud: ["other"] }],
    ["too old", { iat: iat - 700, exp: undefined }],
    ["expired", { exp: iat - 400 }],
    ["of the future", { iat: iat + 400 }],
    ["an ID token", { events: undefined, nonce: "x" }],
    ["a nonce", { nonce: "x" }],
    ["another event", { events: { "http://example.com": {} } }],
    ["nobody", { sub: undefined }],
    ["no id", { jti: undefined }],
    ["no signature", {}, { alg: "none" }],
    ["a secret's signature", {}, { alg: "HS256" }],
    ["another algorithm", {}, { alg: "ES256" }],
    ["an unknown key", {}, { kid: "other" }],
    ["an unknown extension", {}, { crit: ["exp2"], exp2: 1 }],
  ];
  for (const [why, claims, header] of wrong) {
    const token = provider.sign(tokenOf(issuer, { sub, ...claims }), header);
    await expect(logOut(database, token), why).rejects.toThrow("no valid logout token");
  }
  const signed = provider.sign(good);
  const changed = provider.sign({ ...good, sub: "other" }).split(".");
  const mixed = [changed[0], signed.split(".")[1], changed[2]].join(".");
  for (const token of ["", "a.b", "a.b.c", `${signed}x.y`, mixed])
    await expect(logOut(database, token)).rejects.toThrow();
  expect(await open()).toEqual([true, true, true]);
});

test("a logout token works once, for whoever sends it however often at once", async ({
  database,
  organization,
  provider,
}) => {
  const { issuer } = provider;
  const { sub, open } = await signedIn(database, organization.id, issuer);
  const token = provider.sign(tokenOf(issuer, { sub }));
  const sent = await Promise.allSettled([1, 2, 3].map(() => logOut(database, token)));
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await open()).toEqual([false, false, true]);
  await expect(logOut(database, token)).rejects.toThrow();
});

test("a logout token whose sessions could not be ended works when it is sent again", async ({
  database,
  organization,
  provider,
}) => {
  const { issuer } = provider;
  const { sub, open } = await signedIn(database, organization.id, issuer);
  const token = provider.sign(tokenOf(issuer, { sub }));
  const before_commit = () => Promise.reject(new Error("the disk is full"));
  await expect(logOut(database, token, { before_commit })).rejects.toThrow("the disk is full");
  expect(await open()).toEqual([true, true, true]);
  expect(await logOut(database, token)).toBe(2);
});

test("a token is checked by the provider's only fitting key, fetched as safely as the provider", async ({
  provider,
}) => {
  const { issuer } = provider;
  const token = provider.sign(tokenOf(issuer, { sub: "of nobody" }), { kid: undefined });
  const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: object[] };
  const answers = new Map<string, unknown>([
    ["/one", { keys }],
    ["/two", { keys: [...keys, ...keys] }],
    ["/bare", { keys: [{ kty: "RSA", n: 1 }] }],
    ["/none", { keys: {} }],
  ]);
  const server = createServer((request, response) =>
    response.end(JSON.stringify(answers.get(request.url ?? "") ?? "")),
  );
  const port = await listenHere(server);
  const verify = (path: string, iss = issuer) => {
    const jwks_uri = `http://127.0.0.1:${port}${path}`;
    return verifyLogoutToken(new Configuration({ issuer: iss, jwks_uri }, CLIENT.id), token);
  };
  expect(await verify("/one")).toMatchObject({ sub: "of nobody" });
  for (const path of ["/two", "/bare", "/none", "/other"])
    await expect(verify(path), path).rejects.toThrow("no valid logout token");
  await expect(verify("/one", issuer.replace("http:", "https:"))).rejects.toMatchObject({
    cause: { message: "the keys do not come over TLS" },
  });
  await shut(server);
});

test("a provider's new key is found, whatever it signs with", async ({
  database,
  organization,
  provider,
}) => {
  const { issuer } = provider;
  for (const [index, algorithm] of (["ES256", "RS256"] as const).entries()) {
    const { sub, open } = await signedIn(database, organization.id, issuer);
    provider.rotate(algorithm, `key-${index}`);
    // Unknown keys are looked for at most every ten seconds.
    Date.now = () => real() + (index + 1) * 11_000;
    expect(await logOut(database, provider.sign(tokenOf(issuer, { sub })))).toBe(2);
    expect(await open()).toEqual([false, false, true]);
  }
});
