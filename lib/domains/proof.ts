import { createHmac, hkdfSync } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

/** Where a name shows its proof; 64 hexadecimal digits follow. */
export const PROOF_PATH = "/.well-known/allclear-domain/";

/**
 * What a name that leads to this installation answers for a token: only who has APP_SECRET can say
 * it, and it is said of no other name.
 */
export function proofOf(name: string, token: string): string {
  const secret = env().APP_SECRET ?? "";
  const key = Buffer.from(hkdfSync("sha256", secret, "", "allclear proofs of domains", 32));
  return createHmac("sha256", key).update(`${name} ${token}`).digest("hex");
}
