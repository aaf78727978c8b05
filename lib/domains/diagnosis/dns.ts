import { randomBytes } from "node:crypto";
import type { Finding, RecordResult } from "#lib/domains/diagnosis/diagnosis.ts";
import type { RecordState } from "#lib/domains/diagnosis/schema.ts";
import type { Expected } from "#lib/domains/dns-records.ts";
import { lookUp } from "#lib/platform/dns/look-up.ts";
import { addressesOf, aliasesOf, type DnsFailure, isTop } from "#lib/platform/dns/resolver.ts";

const MAX_HOPS = 8;
// Bounds many slow answers that each come just in time.
const HOPS_MS = 4_000;

export type Facts = {
  name: string;
  target: string;
  hops: string[];
  v4: string[];
  v6: string[];
  failure: { v4: DnsFailure | null; v6: DnsFailure | null };
  ours: string[];
  /** Whether it is a zone apex, where no CNAME can exist. */
  is_top: boolean;
  /** The wildcard record that answers because the name has no record of its own. */
  wildcard: string | null;
};

async function hopsFrom(name: string): Promise<string[]> {
  const hops: string[] = [];
  const end_ms = performance.now() + HOPS_MS;
  for (let at = name; hops.length < MAX_HOPS && performance.now() < end_ms; ) {
    const [next] = (await aliasesOf(at)).found;
    if (next === undefined || next === name || hops.includes(next)) break;
    hops.push(next);
    at = next;
  }
  return hops;
}

async function addressesOfTarget(target: string): Promise<string[]> {
  const found = await lookUp(target).catch(() => []);
  return found.map(({ address }) => address);
}

async function wildcardOver({ name, hops, v4 }: Facts): Promise<string | null> {
  const parent = name.slice(name.indexOf(".") + 1);
  if (!parent.includes(".") || (hops.length === 0 && v4.length === 0)) return null;
  const other = `allclear-${randomBytes(6).toString("hex")}.${parent}`;
  const [alias, addresses] = await Promise.all([aliasesOf(other), addressesOf(other, 4)]);
  const isSame =
    hops.length > 0 ? alias.found[0] === hops[0] : addresses.found.some((one) => v4.includes(one));
  return isSame ? `*.${parent}` : null;
}

export function leadsToTarget({ hops, target, v4, v6, ours }: Facts): boolean {
  return hops.includes(target) || [...v4, ...v6].some((address) => ours.includes(address));
}

/** Queries DNS for a name: about ten questions, at most 5 s. */
export async function factsOf(name: string, target: string): Promise<Facts> {
  const [hops, v4, v6, ours, is_top] = await Promise.all([
    hopsFrom(name),
    addressesOf(name, 4),
    addressesOf(name, 6),
    addressesOfTarget(target),
    isTop(name),
  ]);
  const failure = { v4: v4.failure, v6: v6.failure };
  const facts = { name, target, hops, v4: v4.found, v6: v6.found, failure, ours, is_top };
  const diagnosis: Facts = { ...facts, wildcard: null };
  return leadsToTarget(diagnosis)
    ? diagnosis
    : { ...diagnosis, wildcard: await wildcardOver(diagnosis) };
}

type Verdict = { state: RecordState; found: string[]; said: Finding };

const SENTENCES: Record<DnsFailure, { state: RecordState; code: Finding["code"] }> = {
  ENOTFOUND: { state: "missing", code: "not_found" },
  ENODATA: { state: "missing", code: "no_data" },
  ETIMEOUT: { state: "unknown", code: "timeout" },
  ESERVFAIL: { state: "unknown", code: "servfail" },
  EREFUSED: { state: "unknown", code: "refused" },
  OTHER: { state: "unknown", code: "dns_failed" },
};

function notFound(failure: DnsFailure, { type, name }: Expected): Verdict {
  const { state, code } = SENTENCES[failure];
  return { state, found: [], said: { code, values: { name, type, error: failure } } };
}

function otherWay({ name }: Expected, found: string[]): Verdict {
  return { state: "right", found, said: { code: "other_way", values: { name } } };
}

function checkCname(asked: Expected, facts: Facts, isProven: boolean): Verdict {
  const { name, expected } = asked;
  const { hops, v4, v6, ours, failure } = facts;
  const addresses = [...v4, ...v6];
  const [first] = hops;
  const at = hops.indexOf(expected);
  const right = (code: Finding["code"], found: string[], over = "") => {
    const said: Finding = { code, values: { name, expected, over } };
    return { state: "right" as const, found, said };
  };
  if (at === 0) return right("cname_right", [expected]);
  if (at > 0) return right("cname_chain", hops.slice(0, at + 1), hops.slice(0, at).join(", "));
  if (addresses.some((address) => ours.includes(address)))
    return right("same_addresses", addresses);
  const found = first === undefined ? addresses : [first];
  if (isProven) return otherWay(asked, found);
  const values = { name, expected, found: found.join(", ") };
  if (first !== undefined) return { state: "wrong", found, said: { code: "cname_wrong", values } };
  if (addresses.length > 0)
    return { state: "wrong", found, said: { code: "addresses_instead", values } };
  return notFound(failure.v4 ?? failure.v6 ?? "ENODATA", asked);
}

function checkAddress(asked: Expected, facts: Facts, isProven: boolean): Verdict {
  const { name, expected, type } = asked;
  const found = type === "A" ? facts.v4 : facts.v6;
  const failure = type === "A" ? facts.failure.v4 : facts.failure.v6;
  const values = { name, expected, found: found.join(", ") };
  if (found.includes(expected))
    return { state: "right", found, said: { code: "address_right", values } };
  if (isProven) return otherWay(asked, found);
  if (found.length > 0) return { state: "wrong", found, said: { code: "address_wrong", values } };
  return notFound(failure ?? "ENODATA", asked);
}

export type Texts = ReadonlyMap<string, { found: string[]; failure: DnsFailure | null }>;

function checkText(asked: Expected, texts: Texts): Verdict {
  const { name, expected } = asked;
  const { found, failure } = texts.get(name) ?? { found: [], failure: "ENODATA" as const };
  if (failure !== null) return notFound(failure, asked);
  if (found.includes(expected)) return { state: "right", found, said: { code: "txt_right" } };
  const values = { name, found: found.join(", ").slice(0, 200) };
  return { state: "wrong", found, said: { code: "txt_wrong", values } };
}

function asAddresses(records: readonly Expected[], facts: Facts): Expected[] {
  const { is_top, ours, hops, v6 } = facts;
  if (!is_top || hops.length > 0 || ours.length === 0) return [...records];
  const needsV6 = v6.length > 0 || !leadsToTarget(facts);
  const wanted = ours.filter((address) => needsV6 || !address.includes(":"));
  return records.flatMap((record) =>
    record.type === "CNAME"
      ? wanted.map((expected): Expected => {
          const type = expected.includes(":") ? "AAAA" : "A";
          return { type, name: record.name, expected };
        })
      : [record],
  );
}

export function checkRecords(
  records: readonly Expected[],
  facts: Facts,
  { texts, isProven }: { texts: Texts; isProven: boolean },
): RecordResult[] {
  return asAddresses(records, facts).map((asked) => {
    if (asked.type === "TXT") return { ...asked, ...checkText(asked, texts) };
    const look = asked.type === "CNAME" ? checkCname : checkAddress;
    return { ...asked, ...look(asked, facts, isProven) };
  });
}
