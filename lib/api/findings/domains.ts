import type { Db } from "#db/index.ts";
import { type FindingContext, findUnfinishedDomain } from "#lib/api/findings/queries.ts";
import { type Finding, URGENCY } from "#lib/api/findings/schema.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findExpiringCertificate } from "#lib/domains/certificates/uploads.queries.ts";
import { risksOf } from "#lib/domains/diagnosis/problems.ts";
import { findAtRisk } from "#lib/domains/diagnosis/queries.ts";
import { textOf } from "#lib/domains/diagnosis/words.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later } from "#lib/platform/clock.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const FRESH_SECONDS = 3_600;
const ENDING_SECONDS = 30 * DAY_SECONDS;

/** A set-up takes minutes: only one that takes longer or fails needs attention. */
async function setUpFindings(
  db: Db,
  grant: PageGrant,
  { domain_config }: Settings,
  { now }: FindingContext,
): Promise<Finding[]> {
  const { domain, status, error } = domain_config;
  if (domain === null || status === "active" || status === "disabled") return [];
  const unfinished = await findUnfinishedDomain(db, grant);
  const since = unfinished?.asked_at ?? null;
  const kind = "domain_unverified" as const;
  const subject_id = grant.status_page_id;
  const subject = { subject_type: "status_page", subject_id, subject: domain } as const;
  const isFresh = since !== null && later(since, FRESH_SECONDS) > now;
  const urgent = status === "failed_to_configure" ? "error" : URGENCY[kind];
  const urgency = status === "configuring" && isFresh ? "info" : urgent;
  return [{ kind, urgency, ...subject, since, detail: error ?? unfinished?.trouble ?? null }];
}

async function riskFindings(db: Db, grant: PageGrant, t: Translate): Promise<Finding[]> {
  const atRisk = await findAtRisk(db, grant);
  if (!atRisk) return [];
  const { name, report, warned_at: since } = atRisk;
  const texts = risksOf(report).map((risk) => textOf(risk, t));
  const kind = "domain_at_risk" as const;
  const subject = { subject_type: "status_page", subject_id: grant.status_page_id } as const;
  const named = { ...subject, subject: name };
  return [{ kind, urgency: URGENCY[kind], ...named, since, detail: texts.join(" ") }];
}

async function certificateFindings(
  db: Db,
  grant: PageGrant,
  { now }: FindingContext,
): Promise<Finding[]> {
  const ending = await findExpiringCertificate(db, grant, later(now, ENDING_SECONDS));
  if (!ending) return [];
  const { name, not_after: since } = ending;
  const kind = "domain_certificate_ending" as const;
  const subject = { subject_type: "status_page", subject_id: grant.status_page_id } as const;
  const urgency = since <= now ? "error" : URGENCY[kind];
  return [{ kind, urgency, ...subject, subject: name, since, detail: null }];
}

export async function domainFindings(
  db: Db,
  grant: PageGrant,
  settings: Settings,
  context: FindingContext,
  t: Translate,
): Promise<Finding[]> {
  const findings = await Promise.all([
    setUpFindings(db, grant, settings, context),
    riskFindings(db, grant, t),
    certificateFindings(db, grant, context),
  ]);
  return findings.flat();
}
