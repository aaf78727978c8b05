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
import { purgeProblemIn } from "#lib/monitoring/warnings/purge-problems.ts";
import { listMonitorWarnings } from "#lib/monitoring/warnings/queries.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { findTemplateFailure } from "#lib/pages/email-templates/queries.ts";
import { isSecretLost } from "#lib/pages/integrations/secrets.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";

const SOON_SECONDS = 15 * 60;
const RECENT_DAYS = 7;

const ABOUT_SERVICES: readonly FindingKind[] = ["service_down", "certificate_expiring"];

const ORDER: readonly Finding["urgency"][] = ["error", "warning", "info"];

type Fault = NonNullable<Attempt["error"] | Attempt["detail"]>;
const FAULTS: Record<Fault, string> = {
  address_refused: "Its address is in a private network, which this server does not call",
  unknown_host: "Its host name does not exist",
  timeout: "It did not answer in time",
  tls_failed: "Its certificate is not valid",
  bad_answer: "It did not answer with HTTP",
  connection_failed: "No connection could be made",
  internal: "An error of this server",
  refused: "It refused the connection",
  reset: "It closed the connection",
  unreachable: "No route leads to its address",
  tls_expired: "Its certificate has expired",
  tls_not_yet_valid: "Its certificate is not valid yet",
  tls_wrong_host: "Its certificate is for another host",
  tls_self_signed: "Its certificate is self-signed",
  tls_untrusted: "Its certificate is from an untrusted authority, or its chain is incomplete",
  http2_only: "It accepts HTTP/2 only",
};

function saidOf({ enabled, secret_sealed, last_attempt }: FailingWebhook): string {
  const { status, error, detail } = last_attempt;
  if (unsealIfOurs(secret_sealed) === null)
    return "Its secret was encrypted under an APP_SECRET that is lost: rotate it";
  const text = error ? FAULTS[detail ?? error] : `It answered with HTTP status ${status}`;
  return enabled ? text : `${text}; it was disabled`;
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

function webhookFinding(webhook: FailingWebhook): Finding {
  return {
    kind: "webhook_failing",
    urgency: URGENCY.webhook_failing,
    subject_type: "webhook",
    subject_id: webhook.id,
    subject: webhook.url,
    since: webhook.since,
    detail: saidOf(webhook),
  };
}

const LOST = "Its key or password was encrypted under an APP_SECRET that is lost: enter it again";

function integrationFindings(row: SuspectIntegration): Finding[] {
  const detail = isSecretLost(row) ? LOST : row.last_error;
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
): Promise<Finding[]> {
  const [integrations, mail, refused] = await Promise.all([
    findSuspectIntegrations(db, grant),
    mailFindings(db, grant, page, context),
    countQuarantined(db, grant, context),
  ]);
  const quarantined = quarantineFindings(page, refused);
  return [...integrations.flatMap(integrationFindings), ...mail, ...quarantined];
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
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readFindings(ctx: Context, target: PageTarget): Promise<Finding[]> {
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
      domainFindings(ctx.db, grant, settings, context),
      sendingFindings(ctx.db, grant, page, context),
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
  const all = [...incidents, ...webhooks.map(webhookFinding), ...ours];
  return all.toSorted((a, b) => ORDER.indexOf(a.urgency) - ORDER.indexOf(b.urgency));
}
