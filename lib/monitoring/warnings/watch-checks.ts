import { type Db, database, type Trx } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import { type DueMessage, enqueueMessage } from "#lib/core/outbox/messages.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { explainBackup } from "#lib/monitoring/warnings/backup-problems.ts";
import { explainPurge } from "#lib/monitoring/warnings/purge-problems.ts";
import {
  endWarnings,
  listFirstOwners,
  listMonitorWarnings,
  listOwnersWithChecks,
  type MonitorWarning,
  recordWarning,
} from "#lib/monitoring/warnings/queries.ts";
import { sendAccountEmail } from "#lib/pages/emails/send.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { formats } from "#lib/site/words/format.ts";

const KINDS = ["network", "stalled", "backup", "purge"] as const;
const PLAIN = { date_format: null, time_format: null };

export async function sendMonitorEmail(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { user_id, email, trouble, began_at = wireNow(), reason = null } = message.params;
  const user = user_id ? await findUser(ctx.db, Number(user_id)) : undefined;
  const to = email ?? user?.email;
  if (!to) return { outcome: "needless" };
  const kind = KINDS.find((one) => one === trouble) ?? "stalled";
  const locale = adminLocale(user?.locale);
  const { host } = new URL(env().APP_URL);
  const time = formats(locale, "Etc/UTC", PLAIN, wireNow()).dateTime(began_at);
  return sendAccountEmail(ctx, message, { to, locale }, ({ t }) => ({
    subject: t(`admin_automation.monitor.${kind}.subject`),
    heading: t(`admin_automation.monitor.${kind}.subject`),
    paragraphs: [
      t(`admin_automation.monitor.${kind}.text`, {
        host,
        time,
        reason: (kind === "purge" ? explainPurge : explainBackup)(t, reason),
      }),
    ],
    button: { label: t("admin_automation.monitor.button"), url: env().APP_URL },
    notes: [t("admin_automation.monitor.why", { host })],
    variables: {},
  }));
}

const MAX_OWNERS = 200;

async function tell(
  trx: Trx,
  grant: ProgramGrant,
  { kind, began_at, detail }: MonitorWarning,
): Promise<number[]> {
  const { OPERATOR_EMAIL: email } = env();
  const isOfServer = kind === "backup" || kind === "purge";
  const listOwners = isOfServer ? listFirstOwners : listOwnersWithChecks;
  const owners = email ? [] : await listOwners(trx, grant, MAX_OWNERS);
  const people = email ? [{ email }] : owners.map((id) => ({ user_id: String(id) }));
  const ordered: number[] = [];
  for (const person of people)
    ordered.push(
      await enqueueMessage(trx, {
        kind: "monitor.trouble",
        params: { ...person, trouble: kind, began_at, ...(detail && { reason: detail }) },
        expires_at: later(wireNow(), DAY_SECONDS),
      }),
    );
  return ordered;
}

/**
 * Enqueues one e-mail per operator for each new problem of the monitor.
 * @returns message ids
 */
export async function notifyOperators(db: Db): Promise<number[]> {
  const grant = authorizeProgram(systemContext(db, "watch-checks"));
  const troubles = await listMonitorWarnings(db);
  const kinds = troubles.map(({ kind }) => kind);
  return db.transaction().execute(async (trx) => {
    const ordered: number[] = [];
    await endWarnings(trx, grant, kinds, wireNow());
    for (const trouble of troubles)
      if (await recordWarning(trx, grant, trouble))
        ordered.push(...(await tell(trx, grant, trouble)));
    return ordered;
  });
}

export async function watchChecks(): Promise<void> {
  await notifyOperators(database());
}
