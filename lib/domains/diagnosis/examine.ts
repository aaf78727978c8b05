import type { Db } from "#db/index.ts";
import { isAcmeOn, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { lookAtCaa, ownAuthority } from "#lib/domains/diagnosis/caa.ts";
import { certificateLook, isElsewhere, isServed } from "#lib/domains/diagnosis/certificate.ts";
import type { Seen, SeenCaa, SeenDnssec } from "#lib/domains/diagnosis/diagnosis.ts";
import { type Facts, factsOf, recordLooks, type Texts } from "#lib/domains/diagnosis/dns.ts";
import {
  hasTexts,
  ownerProblem,
  problemsOf,
  summaryOf,
  toRemove,
} from "#lib/domains/diagnosis/problems.ts";
import { type Limits, reach } from "#lib/domains/diagnosis/reach.ts";
import { isProvenBy, reachedLook, wayOf } from "#lib/domains/diagnosis/way.ts";
import { type Expected, recordsFor } from "#lib/domains/dns-records.ts";
import { belongsToAnother } from "#lib/pages/domain-claims.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { type DnsFailure, isAnsweredUnchecked, textsOf } from "#lib/platform/dns/resolver.ts";

/** A domain at which to look. */
type Patient = Parameters<typeof recordsFor>[0] & { phase: string };

/** What the doctor saw, and what follows from it for whoever sets the domain up. */
export type Examined = {
  seen: Seen;
  /** Whether the name leads here, with the texts that were promised, and is nobody else's. */
  isProven: boolean;
  /** Whether visitors get the page at the name as they should. */
  isServed: boolean;
  /** Whether somebody else ends TLS for the name. */
  isElsewhere: boolean;
};

const ANSWERED: readonly (DnsFailure | null)[] = [null, "ENODATA", "ENOTFOUND"];

async function lookAtDnssec({ name, failure }: Facts): Promise<SeenDnssec> {
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

/** The CAA record to create, so that the authority may issue. */
function wantedCaa(domain: string, { state, name }: SeenCaa): Seen["caa_wanted"] {
  const authority = ownAuthority();
  if (state !== "forbidden" || authority === undefined) return null;
  return { name: name ?? domain, authority };
}

function isPlain(): boolean {
  const { HTTPS_PORT, APP_URL } = env();
  return HTTPS_PORT === 0 && APP_URL.startsWith("http:");
}

/**
 * Looks at all there is to see of a domain: DNS, the way to here, CAA, DNSSEC, its certificate. It
 * takes half a minute at most, where everything is slow.
 */
export async function examine(db: Db, patient: Patient, limits?: Limits): Promise<Examined> {
  const { name, token, phase } = patient;
  const records = recordsFor(patient);
  const target = records.find(({ type }) => type === "CNAME")?.expected ?? env().DOMAIN_TARGET;
  const wasActive = phase === "active";
  const [first, texts, caa, held, isOthers] = await Promise.all([
    factsOf(name, target),
    textsFor(records),
    lookAtCaa(name),
    readCertificate(db, name),
    // Nobody takes from a page what it is shown at.
    wasActive ? false : belongsToAnother(patient),
  ]);
  const own = target === env().DOMAIN_TARGET ? first.ours : [];
  const [ways, dnssec] = await Promise.all([
    reach({ name, token, own, limits }),
    lookAtDnssec(first),
  ]);
  const isReached = isProvenBy(ways);
  // Its record may have come between the question and the call.
  const facts = isReached && first.hops.length === 0 ? await factsOf(name, target) : first;
  const about = { name, held, reach: ways, isProven: isReached, now: wireNow() };
  const circumstances = { ...about, isPlain: isPlain(), isAcmeOn: isAcmeOn() };
  const way = isReached ? wayOf(facts) : null;
  const looks = {
    domain: name,
    records: recordLooks(records, facts, { texts, isProven: isReached }),
    certificate: certificateLook(circumstances),
    caa,
  };
  const served = isServed(circumstances);
  const judged = { isProven: isReached, isServed: served, isPlain: isPlain(), wasActive, isOthers };
  const seen: Seen = {
    ...looks,
    ...summaryOf({ ...looks, ...judged }),
    ...{ target, way, dnssec, checked_at: about.now },
    reached: reachedLook(facts, ways),
    problems: [
      ...(isOthers ? [ownerProblem(patient)] : []),
      ...problemsOf(facts, { isProven: isReached, way }),
    ],
    remove: toRemove(facts, isReached),
    caa_wanted: wantedCaa(name, caa),
  };
  const isProven = isReached && hasTexts(seen) && !isOthers;
  return { seen, isProven, isServed: served, isElsewhere: isElsewhere(circumstances) };
}
