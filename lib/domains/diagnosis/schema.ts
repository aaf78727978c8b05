import { z } from "zod";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";

const WAYS = ["cname", "cname_chain", "address", "proxied", "own_proxy"] as const;
export type Way = (typeof WAYS)[number];

const RECORD_STATES = ["right", "wrong", "missing", "unknown"] as const;
export type RecordState = (typeof RECORD_STATES)[number];

const said = {
  code: z.string().meta({ description: "What was found; a code stays the same" }),
  text: z.string().meta({ description: "The same in words" }),
};
const name = z.string().meta({ description: "As it is entered at the DNS provider, in full" });
const found = z.array(z.string()).meta({ description: "What DNS answers" });

const RecordReport = z.object({
  type: z.enum(["CNAME", "A", "AAAA", "TXT"]),
  name,
  expected: z.string().meta({ description: "What it should be" }),
  found,
  state: z.enum(RECORD_STATES),
  ...said,
});

const Reached = z.object({
  state: z
    .enum(RECORD_STATES)
    .meta({ description: "`right`: the name leads to this installation" }),
  url: z.string().nullable().meta({ description: "Where the answer came from" }),
  address: z.string().nullable().meta({ description: "The IP address that answered" }),
  status: z.int().nullable().meta({ description: "The HTTP status of the answer" }),
  ...said,
});

const CaaReport = z.object({
  state: z.enum(["none", "allowed", "forbidden", "unknown"]),
  name: z.string().nullable().meta({ description: "The name whose CAA records count" }),
  found,
  ...said,
});

const DnssecReport = z.object({ state: z.enum(["right", "broken", "unknown"]), ...said });

const CertificateReport = z.object({
  state: z.enum(["valid", "expiring", "ordering", "invalid", "none"]),
  source: z
    .enum(["acme", "uploaded", "elsewhere"])
    .nullable()
    .meta({ description: "`elsewhere`: TLS ends before this installation" }),
  issuer: z.string().nullable(),
  not_after: wireTime.nullable(),
  ...said,
});

const Problem = z.object({
  urgency: z.enum(["error", "warning", "info"]),
  ...said,
});

export const DomainReport = z.object({
  domain: z.string(),
  checked_at: wireTime.nullable().meta({ description: "null: it was not checked yet" }),
  state: z
    .enum(["right", "waiting", "failed"])
    .meta({ description: "`waiting`: records are missing or wrong, or a certificate is ordered" }),
  ...said,
  way: z.enum(WAYS).nullable().meta({
    description:
      "How the name leads here. `address`: A and AAAA records; `proxied`: through a CDN; `own_proxy`: through a tunnel or a proxy; null: it does not",
  }),
  way_text: z.string(),
  records: z
    .array(RecordReport)
    .meta({ description: "Records to create: any one of CNAME and A or AAAA is enough" }),
  reached: Reached,
  caa: CaaReport,
  dnssec: DnssecReport,
  certificate: CertificateReport,
  problems: z.array(Problem).meta({ description: "What else stands out, the most urgent first" }),
  forward: z
    .string()
    .meta({ description: "A message to forward to the person who manages the domain's DNS" }),
});
export type DomainReport = z.output<typeof DomainReport>;

named(DomainReport, "DomainReport");
