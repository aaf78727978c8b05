import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { answerOnce } from "#lib/api/idempotency.ts";
import { adoptSecret } from "#lib/core/installation/check-secret.ts";
import { deliverMessage } from "#lib/core/outbox/messages.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { passkeyRequest, signInByPasskey } from "#lib/identity/passkeys/sign-in.ts";
import { beginTwoFactor, getTwoFactor } from "#lib/identity/profile/two-factor.ts";
import { beginSecondStep, finishSecondStep } from "#lib/identity/sign-in/second-step.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { handleCallback } from "#lib/notifications/provider-reports/callbacks.ts";
import { testSubscription } from "#lib/notifications/test-messages.ts";
import { callbackUrl } from "#lib/pages/integrations/health.ts";
import { loadJoinLink } from "#lib/pages/join-links/join.ts";
import { getJoinLink, renewJoinLink } from "#lib/pages/join-links/link.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintTwilio } from "#tests/support/data/integrations.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { pending } from "#tests/support/db/due-deliveries.ts";
import { APP_SECRET, allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.beforeEach(({ database }) => installJobs().then(() => void database));
test.afterEach(() => provideEnv({ APP_SECRET }));
test.afterAll(() => allowPrivateTargets(false));

function loseSecret(): void {
  provideEnv({ APP_SECRET: "another-secret-for-tests-that-is-long-enough" });
}

test("an authenticator app whose secret is lost is told; recovery codes sign in as before", async ({
  database,
  organization,
}) => {
  const { id } = await mintUser(database, organization.id, "editor");
  const { secret, recovery_codes } = await withTwoFactor(database, id);
  const user = await findUser(database, id);
  if (!user) throw new Error("no user");
  loseSecret();
  const finish = async (typed = "") =>
    finishSecondStep(
      person(database),
      (await beginSecondStep(person(database), user)) ?? "",
      typed,
    );
  expect(await finish(codeOf(secret))).toMatchObject({ user: null, gone: false, lost: true });
  expect(await finish(recovery_codes[0])).toMatchObject({ user: { id } });
});

test("a key for an authenticator app that was shown before the secret was lost can be made anew", async ({
  database,
  organization,
}) => {
  const { id: user_id } = await mintUser(database, organization.id, "editor");
  const ctx = person(database, user_id);
  await beginTwoFactor(ctx, { user_id });
  loseSecret();
  expect(await getTwoFactor(ctx, { user_id })).toEqual({ state: "off" });
  await beginTwoFactor(ctx, { user_id });
  expect(await getTwoFactor(ctx, { user_id })).toMatchObject({ state: "pending" });
});

const CREDENTIAL = "credential of a test";

/** A passkey in the database. @returns what its authenticator answers to a request */
async function withPasskey(db: Db, user_id: number) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const [x_bytes, y_bytes] = [x, y].map((text) => Buffer.from(text, "base64url"));
  const head = Buffer.from("a5010203262001215820", "hex");
  const parts = [head, x_bytes ?? "", Buffer.from("225820", "hex"), y_bytes ?? ""];
  const public_key = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const credential_id = Buffer.from(`${CREDENTIAL} ${user_id}`).toString("base64url");
  const values = { user_id, credential_id, public_key, name: "Phone", counter: 0, transports: [] };
  await db.insertInto("passkeys").values(values).execute();
  return async (userHandle: string): Promise<AuthenticationResponseJSON> => {
    const { challenge } = await passkeyRequest();
    const origin = "http://localhost:3000";
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
    const rp = createHash("sha256").update("localhost").digest();
    const data = Buffer.concat([rp, Buffer.from([0x05, 0, 0, 0, 1])]);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    const response = {
      authenticatorData: data.toString("base64url"),
      clientDataJSON: client.toString("base64url"),
      signature: sign("sha256", signed, privateKey).toString("base64url"),
      userHandle,
    };
    const id = credential_id;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  };
}

test("a passkey signs in whatever APP_SECRET was when it was made", async ({
  database,
  organization,
}) => {
  const { id } = await mintUser(database, organization.id, "editor");
  const answer = await withPasskey(database, id);
  loseSecret();
  const handle = Buffer.alloc(32, 7).toString("base64url");
  expect(await signInByPasskey(person(database), await answer(handle))).toMatchObject({
    user: { id },
  });
  const forged = await answer(handle);
  forged.response.signature = Buffer.alloc(70, 1).toString("base64url");
  expect(await signInByPasskey(person(database), forged)).toMatchObject({ user: null });
});

test("a link for joining whose token is lost is none, for operators and for who has it; it can be made anew", async ({
  database,
  organization,
}) => {
  const { subdomain, id } = organization.page;
  const settings = JSON.stringify({ allowed_email_domains: "example.com" });
  const values = { member_restricted: true, settings, updated_at: wireNow() };
  await database.updateTable("status_pages").set(values).where("id", "=", id).execute();
  const ctx = systemContext(database, "test");
  const { url } = await renewJoinLink(ctx, { subdomain });
  const target = { subdomain, token: url.split("/").at(-1) ?? "" };
  expect((await loadJoinLink(ctx, target)).isOpen).toBe(true);
  loseSecret();
  await expect(getJoinLink(ctx, { subdomain })).rejects.toMatchObject({ code: "not_found" });
  expect((await loadJoinLink(ctx, target)).isOpen).toBe(false);
  const renewed = await renewJoinLink(ctx, { subdomain });
  expect(await getJoinLink(ctx, { subdomain })).toEqual(renewed);
});

test("a repeated request whose first answer is lost is refused and not done twice", async ({
  database,
  organization,
}) => {
  const { id: api_key_id } = await database
    .selectFrom("api_keys")
    .select("id")
    .where("organization_id", "=", organization.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const key = {
    kind: "organization_key",
    organization_id: organization.id,
    role: "admin",
  } as const;
  const ctx = { ...person(database), actor: { ...key, api_key_id } };
  const headers = { "idempotency-key": "once" };
  const request = new Request("http://localhost/x", { method: "POST", headers });
  const asked = { request, body: {}, status: 201, shape: () => "{}" };
  let done = 0;
  const post = () =>
    answerOnce(ctx, asked, async ({ before_commit }) => {
      done += 1;
      await database.transaction().execute(async (trx) => before_commit?.(trx, {}));
      return new Response("{}", { status: 201 });
    });
  await post();
  expect((await post()).headers.get("idempotent-replayed")).toBe("true");
  loseSecret();
  await expect(post()).rejects.toMatchObject({ code: "conflict" });
  expect(done).toBe(1);
});

test("an integration whose secret is lost counts as without it, and the page's findings say so", async ({
  database,
  organization: { page },
}) => {
  const id = await mintTwilio(database, page.id);
  const ctx = systemContext(database, "test");
  expect(await readFindings(ctx, page)).toEqual([]);
  loseSecret();
  expect(await readFindings(ctx, page)).toMatchObject([
    {
      kind: "integration_failing",
      subject_id: id,
      detail: expect.stringMatching(/APP_SECRET that is lost: enter it again/),
    },
  ]);
  const token = callbackUrl(id).split("/").at(-1) ?? "";
  const callback = { url: callbackUrl(id), headers: new Headers(), body: "From=%2B1555&Body=STOP" };
  expect(await handleCallback(token, callback)).toBe("refused");
});

test("the findings say that a webhook's secret is lost", async ({ database, receiver }) => {
  const { page, attempt } = await pending(database, receiver);
  loseSecret();
  await attempt();
  expect(receiver.received).toEqual([]);
  expect(await readFindings(systemContext(database, "test"), page)).toMatchObject([
    { kind: "webhook_failing", detail: expect.stringContaining("rotate it") },
  ]);
});

test("a test of a receiver whose address or secret is lost says so", async ({
  database,
  receiver,
  organization: { page },
}) => {
  const { id: subscription_id } = await subscriber(database, page.id, {
    type: "webhook",
    webhook_url: receiver.url,
  });
  loseSecret();
  const ctx = systemContext(database, "test");
  const target = { ...page, subscription_id };
  expect(await testSubscription(ctx, target, translator("en"))).toMatch(/APP_SECRET that is lost/);
});

test("a letter whose words are lost is dropped, not tried for days", async ({
  database,
  organization,
}) => {
  const { id: user_id } = await mintUser(database, organization.id, "editor");
  await withTwoFactor(database, user_id);
  const { id } = await database
    .selectFrom("outbox")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  loseSecret();
  await deliverMessage(systemContext(database, "test"), id, { "account.notice": fail });
  const left = database.selectFrom("outbox").select("id").where("id", "=", id);
  expect(await left.execute()).toEqual([]);
});

function fail(): never {
  throw new Error("it was sent");
}

test("adopting another secret orders anew the certificates that an authority issued, and no others", async ({
  database,
}) => {
  await adoptSecret(database);
  const due_at = later(wireNow(), 30 * 86_400);
  const held = { chain: "chain", private_key: "sealed", due_at, renew_at: due_at };
  await database
    .insertInto("certificates")
    .values([
      { name: "issued.adopted.example", source: "acme", ...held },
      { name: "uploaded.adopted.example", source: "uploaded", ...held },
    ])
    .execute();
  const certificates = () =>
    database
      .selectFrom("certificates")
      .select(["source", "chain", "due_at"])
      .where("name", "like", "%.adopted.example")
      .orderBy("source")
      .execute();
  await adoptSecret(database);
  expect(await certificates()).toMatchObject([{ chain: "chain" }, { chain: "chain" }]);
  loseSecret();
  await adoptSecret(database);
  const [issued, uploaded] = await certificates();
  expect(issued).toMatchObject({ chain: null });
  expect(issued?.due_at.localeCompare(wireNow())).toBeLessThanOrEqual(0);
  expect(uploaded).toMatchObject({ chain: "chain", due_at });
  provideEnv({ APP_SECRET });
  await adoptSecret(database);
});
