import type { Context } from "#lib/core/request/context.ts";
import { passkeyCreation, removePasskey } from "#lib/identity/passkeys/passkeys.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { createUserKey } from "#lib/identity/profile/user-keys.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { person, withPasskey, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser, PASSWORD } from "#tests/support/data/mint.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { test as base, expect } from "#tests/support/test.ts";

type World = { target: { user_id: number }; ctx: Context; knowsPassword: Context };

const test = base.extend<{ world: World }>({
  world: async ({ database, organization }, use) => {
    await installJobs();
    const { id: user_id } = await mintUser(database, organization.id, "editor");
    const knowsPassword = { ...person(database), actor: { kind: "account", user_id } as const };
    await use({ target: { user_id }, ctx: person(database, user_id), knowsPassword });
  },
});

test.afterEach(() => setProviders({}));

const FORBIDDEN = { code: "forbidden" };

test("where a password is not enough it makes no key, which would act without more", async ({
  world: { target, knowsPassword, ctx },
}) => {
  const input = { name: "Deploys" };
  await expect(createUserKey(knowsPassword, target, input)).rejects.toMatchObject(FORBIDDEN);
  expect(await createUserKey(ctx, target, input)).toMatchObject({ name: "Deploys" });
});

test("where a password is not enough a first proof is set up with it, and no other beside it", async ({
  world: { target, knowsPassword },
}) => {
  await beginTwoFactor(knowsPassword, target);
  const pending = await getTwoFactor(knowsPassword, target);
  const secret = pending.state === "pending" ? pending.secret : "";
  await confirmTwoFactor(knowsPassword, target, codeOf(secret));
  await expect(passkeyCreation(knowsPassword, target)).rejects.toMatchObject(FORBIDDEN);
});

test("where a password is not enough it neither takes a passkey's place nor removes it", async ({
  database,
  world: { target, knowsPassword, ctx },
}) => {
  await beginTwoFactor(knowsPassword, target);
  const pending = await getTwoFactor(knowsPassword, target);
  const code = codeOf(pending.state === "pending" ? pending.secret : "");
  const passkey_id = await withPasskey(database, ctx, target);
  const tries = [
    () => beginTwoFactor(knowsPassword, target),
    () => confirmTwoFactor(knowsPassword, target, code),
    () => passkeyCreation(knowsPassword, target),
    () => removePasskey(knowsPassword, { ...target, passkey_id }),
  ];
  for (const tried of tries) await expect(tried()).rejects.toMatchObject(FORBIDDEN);
  await removePasskey(ctx, { ...target, passkey_id });
  await expect(passkeyCreation(knowsPassword, target)).resolves.toMatchObject({
    rp: { name: "Allclear" },
  });
});

test("where a password is not enough it neither ends a second factor nor makes new codes", async ({
  database,
  world: { target, knowsPassword, ctx },
}) => {
  await withTwoFactor(database, target.user_id);
  for (const verb of [turnOffTwoFactor, renewRecoveryCodes])
    await expect(verb(knowsPassword, target, PASSWORD)).rejects.toMatchObject(FORBIDDEN);
  await turnOffTwoFactor(ctx, target, PASSWORD);
});

test("where a password is not enough it sets up no proof beside a provider, whichever is first", async ({
  database,
  world: { target, knowsPassword },
}) => {
  const link = (issuer: string) =>
    database
      .insertInto("oidc_identities")
      .values({ ...target, issuer, subject: `person ${target.user_id}` })
      .execute();
  const issuers = ["https://gone.example", "https://login.example", "https://partner.example"];
  for (const issuer of issuers) await link(issuer);
  for (const OIDC_ISSUER of issuers.slice(1)) {
    setProviders({ OIDC_ISSUER, OIDC_CLIENT_ID: "allclear" });
    await expect(beginTwoFactor(knowsPassword, target), OIDC_ISSUER).rejects.toMatchObject(
      FORBIDDEN,
    );
  }
  setProviders({ OIDC_ISSUER: "https://other.example", OIDC_CLIENT_ID: "allclear" });
  await expect(beginTwoFactor(knowsPassword, target)).resolves.toBeUndefined();
});
