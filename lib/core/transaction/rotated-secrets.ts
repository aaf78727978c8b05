import { assertAtMost } from "#lib/core/transaction/record-limits.ts";
import { DAY_SECONDS, later, toWire } from "#lib/platform/clock.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";

type EarlierSecret = { sealed: string; until: string };

/** A row whose secret signs messages. */
type Signing = { secret_sealed: string | null; earlier_secrets: unknown };

/** Rotations within a day: each adds a signature to the header. */
const MAX_EARLIER = 5;

function earlierOf({ earlier_secrets }: Signing, at: string): EarlierSecret[] {
  return (earlier_secrets as EarlierSecret[]).filter(({ until }) => until > at);
}

/** Rotated secrets that still sign at a time, newest first; omits lost ones. */
export function earlierSecrets(row: Signing, time: Date): string[] {
  const opened = earlierOf(row, toWire(time)).map(({ sealed }) => unsealIfOurs(sealed));
  return opened.filter((secret) => secret !== null);
}

/**
 * Makes a new secret. The one before also signs for a day, so that receivers can change over.
 * @throws {AppError} `invalid` after many rotations within a day
 */
export function rotatedSecret(before: Signing, at: string) {
  const { secret_sealed: sealed } = before;
  const until = later(at, DAY_SECONDS);
  const earlier = [...(sealed === null ? [] : [{ sealed, until }]), ...earlierOf(before, at)];
  assertAtMost(earlier.length, MAX_EARLIER);
  const secret = newSecret();
  const columns = { secret_sealed: seal(secret), earlier_secrets: JSON.stringify(earlier) };
  return { secret, earlier_secret_until: until, columns: { ...columns, updated_at: at } };
}
