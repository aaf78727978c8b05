import { resolve } from "node:path";
import type { Command } from "commander";
import { asSystem } from "#lib/cli/connect.ts";
import { examples, say } from "#lib/cli/options.ts";
import { requireCluster } from "#lib/embedded/cluster.ts";
import { startEmbedded } from "#lib/embedded.ts";
import { EnvError, env, provideEnv } from "#lib/env.ts";
import { adoptSecret } from "#lib/installation/check-secret.ts";
import { applySecret } from "#lib/secret-file.ts";

/** Works on the embedded database whether a server runs it or not: with a wrong secret none does. */
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
  say(
    "The present APP_SECRET counts from now on: set the secrets of integrations anew, and make webhooks anew; subscribers by SMS and chat have to subscribe anew\n",
  );
}

export function secretCommands(program: Command): void {
  program
    .command("secret")
    .description("the APP_SECRET that seals secrets in the database")
    .command("adopt")
    .description(
      "use the present one where the old one is lost; what was sealed under it stays lost",
    )
    .addHelpText("after", examples("secret adopt"))
    .action(adopt);
}
