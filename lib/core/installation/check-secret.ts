import type { Db } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import {
  findSecretCanary,
  forgetIssuedCertificates,
  insertSecretCanary,
  listNewestSealed,
  replaceSecretCanary,
} from "#lib/core/installation/queries.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { EnvError } from "#lib/platform/config/env.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";

const CANARY = "sealed under the APP_SECRET of this database";

function opens(sealed: string): boolean {
  return unsealIfOurs(sealed) !== null;
}

/** A database from before the canary is checked by its newest sealed values. */
async function mayBeOurs(db: Db): Promise<boolean> {
  const grant = authorizeProgram(systemContext(db, "check-secret"));
  const sealed = await listNewestSealed(db, grant);
  return sealed.length === 0 || sealed.some(opens);
}

/**
 * Writes nothing.
 * @throws {EnvError} when secrets were sealed under another one
 */
export async function verifySecret(db: Db): Promise<void> {
  const canary = await findSecretCanary(db);
  if (canary === undefined ? await mayBeOurs(db) : opens(canary)) return;
  throw new EnvError(
    "APP_SECRET: is not the one that the secrets in this database are sealed under: set that one, or give them up with `npm run -s cli -- secret adopt`",
  );
}

/**
 * The first process on a database decides which APP_SECRET is right.
 * @throws {EnvError} when secrets were sealed under another one
 */
export async function checkSecret(db: Db): Promise<void> {
  const canary = await findSecretCanary(db);
  if (canary === undefined && (await mayBeOurs(db))) await insertSecretCanary(db, seal(CANARY));
  await verifySecret(db);
}

/** Gives up what was sealed under another APP_SECRET; issued certificates are ordered again. */
export async function adoptSecret(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const canary = await findSecretCanary(trx);
    if (!canary || !opens(canary)) await forgetIssuedCertificates(trx);
    await replaceSecretCanary(trx, seal(CANARY));
  });
}
