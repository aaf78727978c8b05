import { hintAt } from "#lib/hints.ts";
import { seal, unseal } from "#lib/seal.ts";

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

/**
 * The secrets of an integration, for what talks to the other side with them; never for an answer, a
 * log or the audit.
 * @throws {Error} when they were sealed under another APP_SECRET
 */
export function openSecrets({ key_sealed, password_sealed }: Sealed): {
  key: string | null;
  password: string | null;
} {
  return {
    key: key_sealed && unseal(key_sealed),
    password: password_sealed && unseal(password_sealed),
  };
}
