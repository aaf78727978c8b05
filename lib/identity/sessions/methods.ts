/** How somebody proved who they are when they signed in. */
export const METHODS = ["password", "two_factor", "passkey", "oidc"] as const;
export type Method = (typeof METHODS)[number];

/** Whether it takes more than a password to sign in like that. */
export function isStrong(method: Method): boolean {
  return method !== "password";
}
