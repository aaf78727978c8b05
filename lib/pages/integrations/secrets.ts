import { hintAt } from "#lib/platform/crypto/mask.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";

export type Sealed = { key_sealed: string | null; password_sealed: string | null };

/**
 * The columns that keep an integration's secrets; those of a secret that is not given are left out.
 */
export function sealSecrets({
  key,
  password,
}: {
  key?: string;
  password?: string;
}): Partial<Sealed> & { key_hint?: string } {
  return {
    ...(key && { key_sealed: seal(key), key_hint: hintAt(key) }),
    ...(password && { password_sealed: seal(password) }),
  };
}

function open(sealed: string | null): string | null {
  return sealed && unsealIfOurs(sealed);
}

/**
 * The secrets of an integration, for what talks to the other side with them; never for an answer, a
 * log or the audit. One that was sealed under a lost APP_SECRET counts as not given.
 */
export function openSecrets({ key_sealed, password_sealed }: Sealed): {
  key: string | null;
  password: string | null;
} {
  return { key: open(key_sealed), password: open(password_sealed) };
}

/** Whether a secret was sealed under a lost APP_SECRET, so that it has to be entered again. */
export function isSecretLost({ key_sealed, password_sealed }: Sealed): boolean {
  return [key_sealed, password_sealed].some((sealed) => sealed && open(sealed) === null);
}
