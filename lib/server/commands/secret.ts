import { resolve } from "node:path";
import type { Command } from "commander";
import { adoptSecret } from "#lib/core/installation/check-secret.ts";
import { EnvError, env, provideEnv } from "#lib/platform/config/env.ts";
import { applySecret } from "#lib/platform/crypto/secret-file.ts";
import { requireCluster } from "#lib/platform/postgres/cluster.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { asSystem } from "#lib/server/cli/connect.ts";
import { examples, print } from "#lib/server/cli/options.ts";

const ADOPTED = `The present APP_SECRET applies from now on. What was encrypted under the other is lost:
- secrets of integrations: enter them again, and give providers the new callback addresses
- webhooks: create them again, and give their receivers the new secrets
- subscriptions by SMS, chat or webhook: they have to subscribe again
- authenticator apps: people sign in with a recovery code and set the app up again;
  without recovery codes: user reset-second-factor
- links by which people join a page: create new ones
- uploaded certificates: upload them again; certificates ordered by this server are ordered again
- TXT records that prove a domain (_allclear.…): set the new values
- e-mails waiting to be sent, and answers saved for a repeated Idempotency-Key
Everybody is signed out. Passwords, passkeys, API keys and subscriptions by e-mail stay.
`;

/** Starts the database itself: with a wrong secret no server runs. */
async function onDatabase(work: () => Promise<void>): Promise<void> {
  const { DATABASE_URL, DATA_DIR, APP_SECRET } = env();
  if (DATABASE_URL) {
    if (!APP_SECRET) throw new EnvError("APP_SECRET: is required together with DATABASE_URL");
    return work();
  }
  await requireCluster(resolve(DATA_DIR));
  const embedded = await startEmbedded({ dataDir: DATA_DIR });
  try {
    provideEnv({ DATABASE_URL: embedded.url });
    applySecret();
    await work();
  } finally {
    await embedded.stop();
  }
}

async function adopt(): Promise<void> {
  await onDatabase(() => asSystem(({ db }) => adoptSecret(db)));
  print(ADOPTED);
}

export function secretCommands(program: Command): void {
  program
    .command("secret")
    .description("the APP_SECRET that encrypts secrets in the database")
    .command("adopt")
    .description("use the present one when the old one is lost; what it encrypted stays lost")
    .addHelpText("after", examples("secret adopt"))
    .action(adopt);
}
