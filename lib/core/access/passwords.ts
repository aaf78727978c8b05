import { createHash, randomInt, randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// Keyboards differ in how they compose the same characters.
function normal(password: string): string {
  return password.normalize("NFKC");
}

/** argon2id with 19 MiB, two passes and a salt, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, normal(password));
}

// Without characters that look alike.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** About 99 bits that can be read out: `k7qmw-…`, four groups of five. */
export function newPassword(): string {
  const group = () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

let nobodys: Promise<string> | undefined;

/** Takes as long as `verifyPassword`, so that time does not reveal a missing password. */
export async function verifyNothing(password: string): Promise<false> {
  nobodys ??= hashPassword(randomUUID());
  await verifyPassword(await nobodys, password);
  return false;
}

/** Changes with the password, which ends sessions that carry an older stamp. */
export function passwordStamp(stored: string): string {
  return createHash("sha256").update(stored).digest("base64url").slice(0, 16);
}
