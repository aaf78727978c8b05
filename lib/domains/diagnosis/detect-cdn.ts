import ipaddr from "ipaddr.js";
import type { Finding, ReachResult } from "#lib/domains/diagnosis/diagnosis.ts";
import type { Facts } from "#lib/domains/diagnosis/dns.ts";
import type { Answer, Reach } from "#lib/domains/diagnosis/reach.ts";
import type { Way } from "#lib/domains/diagnosis/schema.ts";

// Address ranges as published by their owners.
const RANGES: Record<string, string> = {
  Cloudflare:
    "173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 " +
    "108.162.192.0/18 190.93.240.0/20 188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 " +
    "162.158.0.0/15 104.16.0.0/13 104.24.0.0/14 172.64.0.0/13 131.0.72.0/22 2400:cb00::/32 " +
    "2606:4700::/32 2803:f800::/32 2405:b500::/32 2405:8100::/32 2a06:98c0::/29 2c0f:f248::/32",
  Fastly:
    "23.235.32.0/20 43.249.72.0/22 103.244.50.0/24 103.245.222.0/23 103.245.224.0/24 " +
    "104.156.80.0/20 140.248.64.0/18 140.248.128.0/17 146.75.0.0/17 151.101.0.0/16 " +
    "157.52.64.0/18 167.82.0.0/17 172.111.64.0/18 185.31.16.0/22 199.27.72.0/21 " +
    "199.232.0.0/16 2a04:4e40::/32 2a04:4e42::/32",
};

const ALIASES: Record<string, string> = {
  "cdn.cloudflare.net": "Cloudflare",
  "cfargotunnel.com": "Cloudflare",
  "fastly.net": "Fastly",
  "cloudfront.net": "Amazon CloudFront",
  "b-cdn.net": "bunny.net",
  "akamaiedge.net": "Akamai",
  "edgekey.net": "Akamai",
  "edgesuite.net": "Akamai",
  "azurefd.net": "Azure Front Door",
};

const ranges = Object.entries(RANGES).flatMap(([cdn, list]) =>
  list.split(" ").map((range) => ({ cdn, range: ipaddr.parseCIDR(range) })),
);

function ownerOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  return ranges.find(
    ({ range: [base, bits] }) => base.kind() === parsed.kind() && parsed.match(base, bits),
  )?.cdn;
}

/** The CDN that a name leads to, by alias or address; null: no known one. */
export function cdnOf(hops: readonly string[], addresses: readonly string[]): string | null {
  const known = Object.entries(ALIASES).find(([alias]) =>
    hops.some((hop) => `.${hop}`.endsWith(`.${alias}`)),
  );
  if (known) return known[1];
  return addresses.map(ownerOf).find((owner) => owner !== undefined) ?? null;
}

/** The proof, else the HTTP answer, else the HTTPS answer. */
function decisiveAnswer({ http, https }: Reach): Answer {
  if (http.outcome === "proof" || https.outcome !== "proof") {
    const isSilent = http.status === null && https.status !== null;
    return isSilent ? https : http;
  }
  return https;
}

export function isProvenBy({ http, https }: Reach): boolean {
  return http.outcome === "proof" || https.outcome === "proof";
}

export function wayOf({ hops, target, v4, v6, ours }: Facts): Way {
  if (hops[0] === target) return "cname";
  if (hops.includes(target)) return "cname_chain";
  const addresses = [...v4, ...v6];
  if (addresses.some((address) => ours.includes(address))) return "address";
  return cdnOf(hops, addresses) === null ? "own_proxy" : "proxied";
}

const SENTENCES: Record<Answer["outcome"], Finding["code"]> = {
  proof: "reached_right",
  other: "reached_other",
  installation: "reached_installation",
  host_rewritten: "host_rewritten",
  redirect_loop: "redirect_loop",
  redirect_elsewhere: "redirect_elsewhere",
  address_refused: "private_address",
  unknown_host: "reached_nothing",
  timeout: "no_answer",
  tls_failed: "tls_failed",
  bad_answer: "bad_answer",
  connection_failed: "connection_failed",
};

const UNKNOWN: readonly Answer["outcome"][] = ["unknown_host", "timeout", "connection_failed"];

export function reachResult({ name, target }: Facts, reach: Reach): ReachResult {
  const { outcome, url, status, address, to } = decisiveAnswer(reach);
  const isUnknown = UNKNOWN.includes(outcome);
  const wrong = isUnknown ? "unknown" : "wrong";
  const values = {
    name,
    target,
    // The path holds the token.
    url: new URL(url).origin,
    status: String(status ?? ""),
    to: (to ?? "").slice(0, 200),
  };
  return {
    state: outcome === "proof" ? "right" : wrong,
    url: outcome === "unknown_host" ? null : url,
    address,
    status,
    said: { code: SENTENCES[outcome], values },
  };
}
