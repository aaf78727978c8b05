import { cdnOf } from "#lib/domains/diagnosis/detect-cdn.ts";
import type { Diagnosis, Finding, ProblemResult } from "#lib/domains/diagnosis/diagnosis.ts";
import { type Facts, leadsToTarget } from "#lib/domains/diagnosis/dns.ts";
import type { Way } from "#lib/domains/diagnosis/schema.ts";
import { ownerRecord } from "#lib/pages/domain-claims.ts";

const ORDER: readonly ProblemResult["urgency"][] = ["error", "warning", "info"];

type Circumstances = { isProven: boolean; way: Way | null };

function others({ v4, v6, ours }: Facts): string[] {
  return [...v4, ...v6].filter((address) => !ours.includes(address));
}

function isSplit({ v4, v6, ours }: Facts): boolean {
  const here = (address: string) => ours.includes(address);
  return v4.some(here) && v6.length > 0 && !v6.some(here);
}

export function toRemove(facts: Facts, isProven: boolean): string[] {
  if (facts.ours.length === 0) return [];
  if (leadsToTarget(facts)) return others(facts);
  return isProven || facts.hops.length > 0 ? [] : others(facts);
}

function aboutProxy(facts: Facts, { isProven, way }: Circumstances): ProblemResult[] {
  const { name, target, hops, v4, v6 } = facts;
  const cdn = leadsToTarget(facts) ? null : cdnOf(hops, [...v4, ...v6]);
  if (cdn === null) return [];
  const values = { name, target, cdn };
  if (!isProven) return [{ urgency: "error", said: { code: "proxied_blocks", values } }];
  return way === "proxied" ? [{ urgency: "info", said: { code: "proxied_works", values } }] : [];
}

function aboutAddresses(facts: Facts): ProblemResult[] {
  const { name, v6, ours } = facts;
  if (!leadsToTarget(facts) || ours.length === 0) return [];
  const beside = others(facts);
  if (isSplit(facts)) {
    const values = { name, addresses: v6.join(", ") };
    return [{ urgency: "warning", said: { code: "ipv6_elsewhere", values } }];
  }
  if (beside.length === 0) return [];
  const values = { name, addresses: beside.join(", ") };
  return [{ urgency: "warning", said: { code: "old_addresses", values } }];
}

export function ownerProblem({ name, token }: { name: string; token: string }): ProblemResult {
  const values = { name, record: ownerRecord(name), token };
  return { urgency: "error", said: { code: "owner_elsewhere", values } };
}

export function problemsOf(facts: Facts, circumstances: Circumstances): ProblemResult[] {
  const { name, target, hops, ours, is_top, wildcard } = facts;
  const { isProven } = circumstances;
  const found: ProblemResult[] = [...aboutProxy(facts, circumstances), ...aboutAddresses(facts)];
  if (ours.length === 0 && !isProven)
    found.push({ urgency: "error", said: { code: "target_unknown", values: { target } } });
  if (wildcard !== null && !isProven)
    found.push({ urgency: "warning", said: { code: "wildcard", values: { name, wildcard } } });
  if (is_top && hops.length === 0 && !isProven)
    found.push({ urgency: "info", said: { code: "apex", values: { name } } });
  return found.toSorted((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency));
}

type SummaryInput = Pick<Diagnosis, "domain" | "records" | "caa" | "certificate"> & {
  isProven: boolean;
  isServed: boolean;
  isPlain: boolean;
  wasActive: boolean;
  /** Whether the name's owner gave it to another page. */
  isOthers: boolean;
};

export function hasTexts({ records }: Pick<Diagnosis, "records">): boolean {
  return records.every(({ type, state }) => type !== "TXT" || state === "right");
}

function codeOf(looks: SummaryInput): [Diagnosis["state"], Finding["code"]] {
  const { records, isProven, isServed, isPlain, wasActive, isOthers } = looks;
  const { caa, certificate } = looks;
  if (!isProven && wasActive) return ["failed", "lost"];
  if (isOthers) return ["waiting", "waiting_owner"];
  if (!isProven) {
    const isRight = records.every(({ type, state }) => type === "TXT" || state === "right");
    return ["waiting", isRight ? "waiting_way" : "waiting_records"];
  }
  if (!hasTexts(looks) && !wasActive) return ["waiting", "waiting_txt"];
  if (isServed) return ["right", isPlain ? "all_right_http" : "all_right"];
  if (caa.state === "forbidden" && certificate.source !== "uploaded")
    return ["waiting", "waiting_caa"];
  return ["waiting", "waiting_certificate"];
}

export function summaryOf(looks: SummaryInput): Pick<Diagnosis, "state" | "said"> {
  const [state, code] = codeOf(looks);
  return { state, said: { code, values: { domain: looks.domain } } };
}

/**
 * Findings that will prevent a renewal or keep visitors away. Expiry of uploaded certificates has
 * its own notice.
 */
export function risksOf({ reached, dnssec, caa, certificate }: Diagnosis): Finding[] {
  const isForeign = certificate.source === "uploaded" || certificate.source === "elsewhere";
  const isEnding = certificate.state === "expiring" || certificate.state === "invalid";
  return [
    ...(dnssec.state === "broken" ? [dnssec.said] : []),
    ...(reached.state !== "right" && dnssec.state !== "broken" ? [reached.said] : []),
    ...(caa.state === "forbidden" && !isForeign ? [caa.said] : []),
    ...(isEnding && certificate.source !== "uploaded" ? [certificate.said] : []),
  ];
}
