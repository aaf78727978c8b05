import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { type Expected, recordsFor } from "#lib/domains/dns-records.ts";
import type admin from "#locales/en/admin.json";

/** A result as it is stored; `reportIn` puts it into the reader's language. */
export type Finding = {
  code: keyof typeof admin.admin_domain_check.said;
  values?: Record<string, string>;
};

type Wordless<T> = Omit<T, "code" | "text"> & { said: Finding };

export type RecordResult = Wordless<DomainReport["records"][number]>;
export type ProblemResult = Wordless<DomainReport["problems"][number]>;
export type CaaResult = Wordless<DomainReport["caa"]>;
export type DnssecResult = Wordless<DomainReport["dnssec"]>;
export type ReachResult = Wordless<DomainReport["reached"]>;
export type CertificateResult = Wordless<DomainReport["certificate"]>;

export type Diagnosis = Pick<DomainReport, "domain" | "checked_at" | "state" | "way"> & {
  said: Finding;
  target: string;
  records: RecordResult[];
  reached: ReachResult;
  caa: CaaResult;
  dnssec: DnssecResult;
  certificate: CertificateResult;
  problems: ProblemResult[];
  remove: string[];
  caa_wanted: { name: string; authority: string } | null;
};

const NOT_YET: Finding = { code: "not_checked" };

function uncheckedRecord(expected: Expected): RecordResult {
  return { ...expected, found: [], state: "unknown", said: NOT_YET };
}

export function unexamined(domain: Parameters<typeof recordsFor>[0]): Diagnosis {
  const records = recordsFor(domain);
  return {
    domain: domain.name,
    checked_at: null,
    state: "waiting",
    way: null,
    said: { code: "waiting_records", values: { domain: domain.name } },
    target: records[0]?.expected ?? "",
    records: records.map(uncheckedRecord),
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
