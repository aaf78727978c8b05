import { createHmac } from "node:crypto";
import { keyFor } from "#lib/platform/crypto/seal.ts";
import { textsOf } from "#lib/platform/dns/resolver.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** Where a name's owner says whose it is: a TXT record. */
export function ownerRecord(name: string): string {
  return `_allclear.${name}`;
}

/** What the record of a name says for one organization; the same each time. */
export function ownerToken(organization_id: number, name: string): string {
  const key = keyFor("allclear owners of domains");
  return createHmac("sha256", key).update(`${organization_id} ${name}`).digest("hex");
}

/** The tokens that a name's record has, of whomever; other texts may stand beside them. */
export async function tokensOf(name: string): Promise<string[]> {
  const { found } = await textsOf(ownerRecord(name));
  return found.filter((text) => TOKEN.test(text));
}

/** Whether a name's owner gave it to somebody else. What cannot be looked up says nothing. */
export async function isAnothers({ name, token }: { name: string; token: string }) {
  const tokens = await tokensOf(name);
  return tokens.length > 0 && !tokens.includes(token);
}
