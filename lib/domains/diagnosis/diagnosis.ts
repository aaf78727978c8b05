import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { type Expected, recordsFor } from "#lib/domains/dns-records.ts";
import type texts from "#locales/en/admin_domain_check.json";

/** What was found, as it is stored: each reader has it said in a language of their own. */
export type Said = { code: keyof typeof texts.said; values?: Record<string, string> };

type Wordless<T> = Omit<T, "code" | "text"> & { said: Said };

export type SeenRecord = Wordless<DomainReport["records"][number]>;
export type SeenProblem = Wordless<DomainReport["problems"][number]>;
export type SeenCaa = Wordless<DomainReport["caa"]>;
export type SeenDnssec = Wordless<DomainReport["dnssec"]>;
export type SeenReach = Wordless<DomainReport["reached"]>;
export type SeenCertificate = Wordless<DomainReport["certificate"]>;

/** What the doctor saw of a domain. */
export type Seen = Pick<DomainReport, "domain" | "checked_at" | "state" | "way"> & {
  said: Said;
  /** What the name is to lead to. */
  target: string;
  records: SeenRecord[];
  reached: SeenReach;
  caa: SeenCaa;
  dnssec: SeenDnssec;
  certificate: SeenCertificate;
  problems: SeenProblem[];
  /** Values of A and AAAA records that have to go. */
  remove: string[];
  /** The CAA record that is missing. */
  caa_wanted: { name: string; authority: string } | null;
};

const NOT_YET: Said = { code: "not_checked" };

function unseen(expected: Expected): SeenRecord {
  return { ...expected, found: [], state: "unknown", said: NOT_YET };
}

/** What is known of a domain at which nobody has looked. */
export function notSeen(domain: Parameters<typeof recordsFor>[0]): Seen {
  const records = recordsFor(domain);
  return {
    domain: domain.name,
    checked_at: null,
    state: "waiting",
    way: null,
    said: { code: "waiting_records", values: { domain: domain.name } },
    target: records[0]?.expected ?? "",
    records: records.map(unseen),
    reached: { state: "unknown", url: null, address: null, status: null, said: NOT_YET },
    caa: { state: "unknown", name: null, found: [], said: NOT_YET },
    dnssec: { state: "unknown", said: NOT_YET },
    certificate: {
      ...{ state: "none", source: null, issuer: null, not_after: null },
      said: { code: "certificate_later" },
    },
    problems: [],
    remove: [],
    caa_wanted: null,
  };
}
