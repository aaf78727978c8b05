import { maskSecret } from "#lib/platform/crypto/mask.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";

export type Sealed = { key_sealed: string | null; password_sealed: string | null };

/** Omits secrets that are not given. */
export function sealSecrets({
  key,
  password,
}: {
  key?: string;
  password?: string;
}): Partial<Sealed> & { key_hint?: string } {
  return {
    ...(key && { key_sealed: seal(key), key_hint: maskSecret(key) }),
    ...(password && { password_sealed: seal(password) }),
  };
}

function open(sealed: string | null): string | null {
  return sealed && unsealIfOurs(sealed);
}

/** Never for responses, logs or the audit. A secret under a lost APP_SECRET counts as none. */
export function openSecrets({ key_sealed, password_sealed }: Sealed): {
  key: string | null;
  password: string | null;
} {
  return { key: open(key_sealed), password: open(password_sealed) };
}

/** Whether a secret must be entered again because its APP_SECRET is lost. */
export function isSecretLost({ key_sealed, password_sealed }: Sealed): boolean {
  return [key_sealed, password_sealed].some((sealed) => sealed && open(sealed) === null);
}
