import type { Db } from "#db/index.ts";
import { domainFindings } from "#lib/api/findings/domains.ts";
import {
  countQuarantined,
  type FailingWebhook,
  type FindingContext,
  findDown,
  findEndingCertificates,
  findFailingWebhooks,
  findForgotten,
  findSuspectIntegrations,
  findUnended,
  findWaitingMail,
  hasEmailSubscriber,
  isWatched,
  type SuspectIntegration,
} from "#lib/api/findings/queries.ts";
import { type Finding, type FindingKind, URGENCY } from "#lib/api/findings/schema.ts";
import { isMailSent } from "#lib/channels/email/route.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { explainReason } from "#lib/monitoring/checks/reasons.ts";
import { purgeProblemIn } from "#lib/monitoring/warnings/purge-problems.ts";
import { listMonitorWarnings } from "#lib/monitoring/warnings/queries.ts";
import { findTemplateFailure } from "#lib/pages/email-templates/queries.ts";
import { isSecretLost } from "#lib/pages/integrations/secrets.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { DEFAULT_LANG, type Translate, translator } from "#lib/platform/i18n/translator.ts";

const SOON_SECONDS = 15 * 60;
const RECENT_DAYS = 7;

const ABOUT_SERVICES: readonly FindingKind[] = ["service_down", "certificate_expiring"];

const ORDER: readonly Finding["urgency"][] = ["error", "warning", "info"];

/** Why a webhook fails, in the reader's language. */
function saidOf({ enabled, secret_sealed, last_attempt }: FailingWebhook, t: Translate): string {
  if (unsealIfOurs(secret_sealed) === null) return t("admin_now.attention.secret_lost");
  const { status, error, detail } = last_attempt;
  const answered = t("admin_reasons.status", { status: String(status) });
  const said = error
    ? (explainReason(t, detail ?? null) ?? t(`admin_deliveries.error.${error}`))
    : answered;
  return enabled ? said : t("admin_now.attention.disabled", { reason: said });
}

function settingsAsked(settings: Settings, now: string): FindingContext {
  return {
    now,
    soon: later(now, SOON_SECONDS),
    recently: later(now, -RECENT_DAYS * DAY_SECONDS),
    hours: {
      major: settings.major_notification_hours,
      minor: settings.minor_notification_hours,
      scheduled: settings.maintenance_notification_hours,
    },
  };
}

const TEMPLATES = {
  layout: "email_layout_template",
  letter: "email_confirmation_template, email_notification_template",
};

async function templateFindings(db: Db, grant: PageGrant): Promise<Finding[]> {
  const row = await findTemplateFailure(db, grant);
  if (!row) return [];
  const { failure, inserted_at: since } = row;
  const { template, line, problem } = failure;
  const kind = "mail_template_failing" as const;
  const detail = line === null ? problem : `Line ${line}: ${problem}`;
  const subject = { subject_type: "status_page", subject_id: grant.status_page_id } as const;
  const named = { ...subject, subject: TEMPLATES[template] };
  return [{ kind, urgency: URGENCY[kind], ...named, since, detail }];
}

function webhookFinding(webhook: FailingWebhook, t: Translate): Finding {
  return {
    kind: "webhook_failing",
    urgency: URGENCY.webhook_failing,
    subject_type: "webhook",
    subject_id: webhook.id,
    subject: webhook.url,
    since: webhook.since,
    detail: saidOf(webhook, t),
  };
}

function integrationFindings(row: SuspectIntegration, t: Translate): Finding[] {
  const detail = isSecretLost(row) ? t("admin_now.attention.key_lost") : row.last_error;
  if (detail === null) return [];
  const kind = "integration_failing" as const;
  const subject = { subject_type: "integration", subject_id: row.id, subject: row.name } as const;
  return [{ kind, urgency: URGENCY[kind], ...subject, since: row.checked_at, detail }];
}

function quarantineFindings({ id, name }: StatusPageRow, count: number): Finding[] {
  if (count === 0) return [];
  const kind = "addresses_quarantined" as const;
  const subject = { subject_type: "status_page", subject_id: id, subject: name } as const;
  return [{ kind, urgency: URGENCY[kind], ...subject, since: null, detail: String(count) }];
}

async function mailFindings(
  db: Db,
  grant: PageGrant,
  { id, name }: StatusPageRow,
  context: FindingContext,
): Promise<Finding[]> {
  const subject = { subject_type: "status_page", subject_id: id, subject: name } as const;
  const finding = (kind: FindingKind, since: string | null, detail: string | null) => [
    { kind, urgency: URGENCY[kind], ...subject, since, detail },
  ];
  const waiting = await findWaitingMail(db, grant, context);
  if (waiting) return finding("mail_waiting", waiting.since, waiting.trouble);
  const isKept = !(await isMailSent(db, grant)) && (await hasEmailSubscriber(db, grant));
  return isKept ? finding("mail_not_sent", null, null) : [];
}

async function sendingFindings(
  db: Db,
  grant: PageGrant,
  page: StatusPageRow,
  context: FindingContext,
  t: Translate,
): Promise<Finding[]> {
  const [integrations, mail, refused] = await Promise.all([
    findSuspectIntegrations(db, grant),
    mailFindings(db, grant, page, context),
    countQuarantined(db, grant, context),
  ]);
  const quarantined = quarantineFindings(page, refused);
  return [...integrations.flatMap((row) => integrationFindings(row, t)), ...mail, ...quarantined];
}

const TROUBLES = {
  network: "monitor_offline",
  stalled: "checks_stalled",
  backup: "backup_failed",
  purge: "cdn_purge_failing",
} as const;

async function monitorFindings(
  db: Db,
  grant: PageGrant,
  { id, name }: StatusPageRow,
): Promise<Finding[]> {
  const [all, watched] = await Promise.all([listMonitorWarnings(db), isWatched(db, grant)]);
  const warnings = all.filter(({ kind }) => watched || kind === "backup" || kind === "purge");
  return warnings.map(({ kind: trouble, began_at: since, detail }) => {
    const kind = TROUBLES[trouble];
    const subject = { subject_type: "status_page", subject_id: id, subject: name } as const;
    const shown = trouble === "purge" ? purgeProblemIn(detail) : detail;
    return { kind, urgency: URGENCY[kind], ...subject, since, detail: shown };
  });
}

/**
 * Findings about a page, most urgent first; at most 50 of a kind.
 * @param t of the reader, for details that are sentences
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readFindings(
  ctx: Context,
  target: PageTarget,
  t = translator(DEFAULT_LANG),
): Promise<Finding[]> {
  const grant = await authorize(ctx, "page.read", target);
  const page = await getStatusPageRow(ctx.db, grant);
  const settings = parseSettings(page.settings);
  const context = settingsAsked(settings, wireNow());
  const [down, ending, monitor, forgotten, unended, webhooks, templates, domains, sending] =
    await Promise.all([
      findDown(ctx.db, grant, context),
      findEndingCertificates(ctx.db, grant, context),
      monitorFindings(ctx.db, grant, page),
      findForgotten(ctx.db, grant, context),
      findUnended(ctx.db, grant, context),
      findFailingWebhooks(ctx.db, grant),
      templateFindings(ctx.db, grant),
      domainFindings(ctx.db, grant, settings, context, t),
      sendingFindings(ctx.db, grant, page, context, t),
    ]);
  const incidents = [...down, ...ending, ...forgotten, ...unended].map(
    ({ kind, ...rest }): Finding => ({
      kind,
      urgency: URGENCY[kind],
      subject_type: ABOUT_SERVICES.includes(kind) ? "service" : "incident",
      ...rest,
    }),
  );
  const ours = [...monitor, ...templates, ...sending, ...domains];
  const all = [...incidents, ...webhooks.map((webhook) => webhookFinding(webhook, t)), ...ours];
  return all.toSorted((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency));
}
