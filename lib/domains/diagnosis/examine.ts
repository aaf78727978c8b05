import type { Db } from "#db/index.ts";
import { isAcmeOn, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { checkCaa, ownAuthority } from "#lib/domains/diagnosis/caa.ts";
import { certificateResult, isElsewhere, isServed } from "#lib/domains/diagnosis/certificate.ts";
import { isProvenBy, reachResult, wayOf } from "#lib/domains/diagnosis/detect-cdn.ts";
import type { CaaResult, Diagnosis, DnssecResult } from "#lib/domains/diagnosis/diagnosis.ts";
import { checkRecords, type Facts, factsOf, type Texts } from "#lib/domains/diagnosis/dns.ts";
import {
  hasTexts,
  ownerProblem,
  problemsOf,
  summaryOf,
  toRemove,
} from "#lib/domains/diagnosis/problems.ts";
import { type Limits, reach } from "#lib/domains/diagnosis/reach.ts";
import { type Expected, recordsFor } from "#lib/domains/dns-records.ts";
import { belongsToAnother } from "#lib/pages/domain-claims.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { type DnsFailure, isAnsweredUnchecked, textsOf } from "#lib/platform/dns/resolver.ts";

type ExaminedDomain = Parameters<typeof recordsFor>[0] & { phase: string };

export type Examination = {
  diagnosis: Diagnosis;
  /** Whether the name leads here, has the promised TXT records, and is not another page's. */
  isProven: boolean;
  isServed: boolean;
  isElsewhere: boolean;
};

const ANSWERED: readonly (DnsFailure | null)[] = [null, "ENODATA", "ENOTFOUND"];

async function checkDnssec({ name, failure }: Facts): Promise<DnssecResult> {
  const failures = [failure.v4, failure.v6];
  const isFailing = failures.includes("ESERVFAIL");
  const isAnswered = failures.some((one) => ANSWERED.includes(one));
  if (!isFailing && isAnswered) return { state: "right", said: { code: "dnssec_right" } };
  const isBroken = isFailing && (await isAnsweredUnchecked(name));
  if (!isBroken) return { state: "unknown", said: { code: "dnssec_unknown" } };
  return { state: "broken", said: { code: "dnssec_broken", values: { domain: name } } };
}

async function textsFor(records: readonly Expected[]): Promise<Texts> {
  const names = records.filter(({ type }) => type === "TXT").map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await textsOf(name)] as const)),
  );
}

function wantedCaa(domain: string, { state, name }: CaaResult): Diagnosis["caa_wanted"] {
  const authority = ownAuthority();
  if (state !== "forbidden" || authority === undefined) return null;
  return { name: name ?? domain, authority };
}

function isPlain(): boolean {
  const { HTTPS_PORT, APP_URL } = env();
  return HTTPS_PORT === 0 && APP_URL.startsWith("http:");
}

/** Examines DNS, reachability, CAA, DNSSEC and the certificate. It takes at most 30 s. */
export async function examine(
  db: Db,
  patient: ExaminedDomain,
  limits?: Limits,
): Promise<Examination> {
  const { name, token, phase } = patient;
  const records = recordsFor(patient);
  const target = records.find(({ type }) => type === "CNAME")?.expected ?? env().DOMAIN_TARGET;
  const wasActive = phase === "active";
  const [first, texts, caa, held, isOthers] = await Promise.all([
    factsOf(name, target),
    textsFor(records),
    checkCaa(name),
    readCertificate(db, name),
    // An active page keeps its domain, even if the owner record names another page.
    wasActive ? false : belongsToAnother(patient),
  ]);
  const own = target === env().DOMAIN_TARGET ? first.ours : [];
  const [ways, dnssec] = await Promise.all([
    reach({ name, token, own, limits }),
    checkDnssec(first),
  ]);
  const isReached = isProvenBy(ways);
  // The record may have appeared between the DNS queries and the HTTP calls.
  const facts = isReached && first.hops.length === 0 ? await factsOf(name, target) : first;
  const about = { name, held, reach: ways, isProven: isReached, now: wireNow() };
  const circumstances = { ...about, isPlain: isPlain(), isAcmeOn: isAcmeOn() };
  const way = isReached ? wayOf(facts) : null;
  const looks = {
    domain: name,
    records: checkRecords(records, facts, { texts, isProven: isReached }),
    certificate: certificateResult(circumstances),
    caa,
  };
  const served = isServed(circumstances);
  const judged = { isProven: isReached, isServed: served, isPlain: isPlain(), wasActive, isOthers };
  const diagnosis: Diagnosis = {
    ...looks,
    ...summaryOf({ ...looks, ...judged }),
    ...{ target, way, dnssec, checked_at: about.now },
    reached: reachResult(facts, ways),
    problems: [
      ...(isOthers ? [ownerProblem(patient)] : []),
      ...problemsOf(facts, { isProven: isReached, way }),
    ],
    remove: toRemove(facts, isReached),
    caa_wanted: wantedCaa(name, caa),
  };
  const isProven = isReached && hasTexts(diagnosis) && !isOthers;
  return { diagnosis, isProven, isServed: served, isElsewhere: isElsewhere(circumstances) };
}
