import { hash, verify } from "@node-rs/argon2";

// The same characters typed on different keyboards are the same password.
function normal(password: string): string {
  return password.normalize("NFKC");
}

/** What is stored of a password: argon2id with 19 MiB, two passes and a salt of its own, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, normal(password));
}
