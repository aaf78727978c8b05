import { seal, unseal } from "#lib/seal.ts";

const HINT_LENGTH = 4;
// What is shorter would be told by its hint.
const MIN_HINTED = 16;

export type Sealed = { key_sealed: string | null; password_sealed: string | null };

/** Stands for what is not shown. */
export const MASK = "…";

/** What answers show of a key. */
function hintAt(key: string): string {
  return key.length < MIN_HINTED ? MASK : `${MASK}${key.slice(-HINT_LENGTH)}`;
}

/** What answers show of a secret address: its host, and the end of what follows; null: it is none. */
export function addressHint(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search } = new URL(address);
  return `${protocol}//${host}/${hintAt(pathname + search)}`;
}

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
