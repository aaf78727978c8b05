import { cdnOf } from "#lib/domains/doctor/cdn.ts";
import type { Facts } from "#lib/domains/doctor/facts.ts";
import type { Answer, Reach } from "#lib/domains/doctor/reach.ts";
import type { Way } from "#lib/domains/doctor/schema.ts";
import type { Said, SeenReach } from "#lib/domains/doctor/seen.ts";

/** The answer that says most: the proof, else that over plain HTTP if there was one. */
function tellingAnswer({ http, https }: Reach): Answer {
  if (http.outcome === "proof" || https.outcome !== "proof") {
    const isSilent = http.status === null && https.status !== null;
    return isSilent ? https : http;
  }
  return https;
}

export function isProvenBy({ http, https }: Reach): boolean {
  return http.outcome === "proof" || https.outcome === "proof";
}

/** The way by which a name leads here, once its proof has arrived. */
export function wayOf({ hops, target, v4, v6, ours }: Facts): Way {
  if (hops[0] === target) return "cname";
  if (hops.includes(target)) return "cname_chain";
  const addresses = [...v4, ...v6];
  if (addresses.some((address) => ours.includes(address))) return "address";
  return cdnOf(hops, addresses) === null ? "own_proxy" : "proxied";
}

const SENTENCES: Record<Answer["outcome"], Said["code"]> = {
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

/** What was reached at a name, and in which words that is said. */
export function reachedLook({ name, target }: Facts, reach: Reach): SeenReach {
  const { outcome, url, status, address, to } = tellingAnswer(reach);
  const isUnknown = UNKNOWN.includes(outcome);
  const wrong = isUnknown ? "unknown" : "wrong";
  const values = {
    name,
    target,
    // What is asked there is our own matter.
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
