import { createHmac, hkdfSync } from "node:crypto";
import { ownerRecord } from "#lib/pages/domain-claims.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { env } from "#lib/platform/config/env.ts";

type DriverRecords = DomainConfig["validation_records"];

export type Expected = { type: "CNAME" | "A" | "AAAA" | "TXT"; name: string; expected: string };

type Asked = {
  name: string;
  provider: string;
  token: string;
  driver_records: DriverRecords;
};

const CERTIFICATE_DIGITS = 32;
const WITH_TXT: readonly string[] = ["cdn_a", "cloudflare"];

export function ownRecords({
  name,
  provider,
  token,
}: Omit<Asked, "driver_records">): NonNullable<DriverRecords> {
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

/** A provider may require several TXT values, one per line; a single name applies to all. */
function texts(name: string, value: string): Expected[] {
  const names = name.split("\n");
  return value.split("\n").map((expected, index) => {
    return { type: "TXT", name: names[index] ?? names[0] ?? "", expected };
  });
}

/** The records that the customer has to create: the driver's, else our own. */
export function recordsFor(asked: Asked): Expected[] {
  const driver_records = asked.driver_records?.hostname_cname_value
    ? asked.driver_records
    : ownRecords(asked);
  const records: Expected[] = [
    {
      type: "CNAME",
      name: driver_records.hostname_cname_name || asked.name,
      expected: driver_records.hostname_cname_value,
    },
    ...texts(driver_records.hostname_txt_name, driver_records.hostname_txt_value),
    ...texts(driver_records.certificate_txt_name, driver_records.certificate_txt_value),
  ];
  return records.filter(({ name, expected }) => name !== "" && expected !== "");
}

/** Path of the proof, followed by 64 hexadecimal digits. */
export const PROOF_PATH = "/.well-known/allclear-domain/";

/**
 * The proof for a token. Only an installation with this APP_SECRET can compute it, and it holds for
 * one name.
 */
export function proofOf(
  name: string,
  token: string,
  secret: string = env().APP_SECRET ?? "",
): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "allclear proofs of domains", 32));
  return createHmac("sha256", key).update(`${name} ${token}`).digest("hex");
}
