import type { Settings } from "#lib/pages/schema.ts";

type Allowing = Pick<Settings, "allowed_email_domains">;

/** The domains whose addresses may join a restricted page and subscribe there, in lower case. */
export function allowedDomains({ allowed_email_domains }: Allowing): string[] {
  return allowed_email_domains
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ""))
    .filter((domain) => domain !== "");
}

export function allowsAddress(settings: Allowing, email: string): boolean {
  return allowedDomains(settings).includes(email.slice(email.lastIndexOf("@") + 1).toLowerCase());
}
