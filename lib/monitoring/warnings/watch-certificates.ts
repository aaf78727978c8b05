import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { notifyTeamOfCertificate } from "#lib/monitoring/automation/notify-team.ts";
import {
  type ExpiringCertificate,
  listDueCertificateNotices,
  recordCertificateNotice,
} from "#lib/monitoring/warnings/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { getServiceRow } from "#lib/services/queries.ts";

const BATCH = 500;

async function tell(ctx: Context, expiring: ExpiringCertificate): Promise<void> {
  const grant = await authorizeJob(ctx, expiring.status_page_id);
  if (!grant) return;
  const telling = changeRecords(ctx, grant, async (trx) => {
    const service = await getServiceRow(trx, grant, expiring.service_id);
    if (await recordCertificateNotice(trx, grant, expiring))
      await notifyTeamOfCertificate(trx, grant, service, expiring.expires_at);
    return { result: undefined, audit: null, events: [] };
  });
  await telling.catch((error) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}

/** Notifies the team 14, 7 and 1 days before a certificate expires, once each. */
export async function watchCertificates(): Promise<void> {
  const ctx = systemContext(database(), "watch-certificates");
  const now = wireNow();
  for (;;) {
    const expiring = await listDueCertificateNotices(ctx.db, { now, limit: BATCH });
    for (const one of expiring) await tell(ctx, one);
    if (expiring.length < BATCH) return;
  }
}
