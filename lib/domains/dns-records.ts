import { createHmac, hkdfSync } from "node:crypto";
import { ownerRecord } from "#lib/pages/domain-claims.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { env } from "#lib/platform/config/env.ts";

type Told = DomainConfig["validation_records"];

/** A record that somebody has to create. */
export type Expected = { type: "CNAME" | "A" | "AAAA" | "TXT"; name: string; expected: string };

type Asked = {
  name: string;
  provider: string;
  token: string;
  /** What the driver told; null or empty: nothing yet. */
  told: Told;
};

const CERTIFICATE_DIGITS = 32;
const WITH_TXT: readonly string[] = ["cdn_a", "cloudflare"];

/** The records that our own driver asks for, by the fields in which the API shows them. */
export function ownRecords({ name, provider, token }: Omit<Asked, "told">): NonNullable<Told> {
  const hasTxt = WITH_TXT.includes(provider);
  return {
    hostname_cname_name: name,
    hostname_cname_value: env().DOMAIN_TARGET,
    hostname_txt_name: hasTxt ? ownerRecord(name) : "",
    hostname_txt_value: hasTxt ? token : "",
    certificate_txt_name: hasTxt ? `_allclear-certificate.${name}` : "",
    certificate_txt_value: hasTxt ? `${token.slice(0, CERTIFICATE_DIGITS)}-certificate` : "",
  };
}

/** A provider may want several texts: a line each, and names alike unless they differ. */
function texts(name: string, value: string): Expected[] {
  const names = name.split("\n");
  return value.split("\n").map((expected, index) => {
    return { type: "TXT", name: names[index] ?? names[0] ?? "", expected };
  });
}

/** The records of a domain that somebody has to create: what its driver told, else our own. */
export function recordsFor(asked: Asked): Expected[] {
  const told = asked.told?.hostname_cname_value ? asked.told : ownRecords(asked);
  const records: Expected[] = [
    {
      type: "CNAME",
      name: told.hostname_cname_name || asked.name,
      expected: told.hostname_cname_value,
    },
    ...texts(told.hostname_txt_name, told.hostname_txt_value),
    ...texts(told.certificate_txt_name, told.certificate_txt_value),
  ];
  return records.filter(({ name, expected }) => name !== "" && expected !== "");
}

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
