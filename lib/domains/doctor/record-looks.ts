import { type Facts, leadsToTarget } from "#lib/domains/doctor/facts.ts";
import type { Looked } from "#lib/domains/doctor/schema.ts";
import type { Said, SeenRecord } from "#lib/domains/doctor/seen.ts";
import type { Expected } from "#lib/domains/expected.ts";
import type { DnsFailure } from "#lib/platform/dns/records.ts";

type Verdict = { state: Looked; found: string[]; said: Said };

const SENTENCES: Record<DnsFailure, { state: Looked; code: Said["code"] }> = {
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

function lookAtCname(asked: Expected, facts: Facts, isProven: boolean): Verdict {
  const { name, expected } = asked;
  const { hops, v4, v6, ours, failure } = facts;
  const addresses = [...v4, ...v6];
  const [first] = hops;
  const at = hops.indexOf(expected);
  const right = (code: Said["code"], found: string[], over = "") => {
    const said: Said = { code, values: { name, expected, over } };
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

function lookAtAddress(asked: Expected, facts: Facts, isProven: boolean): Verdict {
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

function lookAtText(asked: Expected, texts: Texts): Verdict {
  const { name, expected } = asked;
  const { found, failure } = texts.get(name) ?? { found: [], failure: "ENODATA" as const };
  if (failure !== null) return notFound(failure, asked);
  if (found.includes(expected)) return { state: "right", found, said: { code: "txt_right" } };
  const values = { name, found: found.join(", ").slice(0, 200) };
  return { state: "wrong", found, said: { code: "txt_wrong", values } };
}

/** At the top of a zone, where there is no CNAME, records of addresses stand in its place. */
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

/** What there is of each record that is expected. */
export function recordLooks(
  records: readonly Expected[],
  facts: Facts,
  { texts, isProven }: { texts: Texts; isProven: boolean },
): SeenRecord[] {
  return asAddresses(records, facts).map((asked) => {
    if (asked.type === "TXT") return { ...asked, ...lookAtText(asked, texts) };
    const look = asked.type === "CNAME" ? lookAtCname : lookAtAddress;
    return { ...asked, ...look(asked, facts, isProven) };
  });
}
