import type { CaaRecord } from "node:dns";
import { isAcmeOn } from "#lib/domains/certificates/certificate.ts";
import type { CaaResult, Finding } from "#lib/domains/diagnosis/diagnosis.ts";
import { env } from "#lib/platform/config/env.ts";
import { caaOf } from "#lib/platform/dns/resolver.ts";

// Names of authorities in CAA records, by the host of their directory.
const AUTHORITIES: Record<string, string> = {
  "acme-v02.api.letsencrypt.org": "letsencrypt.org",
  "acme-staging-v02.api.letsencrypt.org": "letsencrypt.org",
  "acme.zerossl.com": "sectigo.com",
  "dv.acme-v02.api.pki.goog": "pki.goog",
  "dv.acme-v02.test-api.pki.goog": "pki.goog",
  "api.buypass.com": "buypass.com",
  "acme.ssl.com": "ssl.com",
};
// Bounds many slow answers that each come just in time.
const LIMIT_MS = 5_000;
const METHODS = ["http-01", "tls-alpn-01"];

type Found = { name: string; records: CaaRecord[] };

/** The CAA records that count (RFC 8659): those of the name, else of its nearest parent. */
async function closest(name: string): Promise<Found | "none" | "unknown"> {
  const labels = name.split(".");
  const end_ms = performance.now() + LIMIT_MS;
  for (let cut = 0; cut < labels.length; cut += 1) {
    if (performance.now() > end_ms) return "unknown";
    const at = labels.slice(cut).join(".");
    const { found, failure } = await caaOf(at);
    if (found.length > 0) return { name: at, records: found };
    if (failure !== null && failure !== "ENODATA" && failure !== "ENOTFOUND") return "unknown";
  }
  return "none";
}

/**
 * The authority that an `issue` property allows; null: nobody, or only by methods we do not use.
 */
function allowedBy(issue: string): string | null {
  const [authority = "", ...parameters] = issue.split(";").map((part) => part.trim());
  const methods = parameters.find((parameter) => /^validationmethods\s*=/i.test(parameter));
  const allowed = methods?.split("=")[1]?.split(",") ?? METHODS;
  const canProve = allowed.some((method) => METHODS.includes(method.trim()));
  return authority !== "" && canProve ? authority.toLowerCase() : null;
}

function judgeCaa({ name, records }: Found, authority: string | undefined): CaaResult {
  const issues = records.flatMap(({ issue }) => (issue === undefined ? [] : [issue]));
  const found = records.map(({ critical, ...properties }) => {
    const [[tag, value] = ["", ""]] = Object.entries(properties).filter(([key]) => key !== "type");
    return `${critical} ${tag} "${value}"`;
  });
  const judged = (state: CaaResult["state"], code: Finding["code"]): CaaResult => {
    const allowed = issues.map(allowedBy).filter((one) => one !== null);
    const values = { name, authority: authority ?? "", allowed: allowed.join(", ") };
    return { state, name, found, said: { code, values } };
  };
  if (authority === undefined) return judged("unknown", "caa_own_authority");
  if (issues.length === 0 || issues.some((issue) => allowedBy(issue) === authority))
    return judged("allowed", "caa_allowed");
  const isNobody = issues.every((issue) => allowedBy(issue) === null);
  return judged("forbidden", isNobody ? "caa_nobody" : "caa_forbidden");
}

/** The configured authority's name in CAA records; undefined: not known, or none is configured. */
export function ownAuthority(): string | undefined {
  return isAcmeOn() ? AUTHORITIES[new URL(env().ACME_DIRECTORY_URL).hostname] : undefined;
}

/** Checks whether the configured authority may issue a certificate for the name. */
export async function checkCaa(name: string): Promise<CaaResult> {
  const none = { name: null, found: [] };
  if (!isAcmeOn()) return { state: "none", ...none, said: { code: "caa_needless" } };
  const found = await closest(name);
  const values = { domain: name };
  if (found === "none") return { state: "none", ...none, said: { code: "caa_none", values } };
  if (found === "unknown")
    return { state: "unknown", ...none, said: { code: "caa_unknown", values } };
  return judgeCaa(found, ownAuthority());
}
