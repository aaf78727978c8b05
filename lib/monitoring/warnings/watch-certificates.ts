import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { tellOfCertificate } from "#lib/monitoring/automation/telling.ts";
import { type Expiring, listUntoldCertificates } from "#lib/monitoring/troubles.queries.ts";
import { noteCertificate } from "#lib/monitoring/warnings/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { getServiceRow } from "#lib/services/queries.ts";

const BATCH = 500;

async function tell(ctx: Context, expiring: Expiring): Promise<void> {
  const grant = await authorizeJob(ctx, expiring.status_page_id);
  if (!grant) return;
  const telling = changeRecords(ctx, grant, async (trx) => {
    const service = await getServiceRow(trx, grant, expiring.service_id);
    if (await noteCertificate(trx, grant, expiring))
      await tellOfCertificate(trx, grant, service, expiring.expires_at);
    return { result: undefined, audit: null, events: [] };
  });
  await telling.catch((error) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  });
}

/** Tells the team of certificates that end in 14, 7 and 1 days, once each. */
export async function watchCertificates(): Promise<void> {
  const ctx = systemContext(database(), "watch-certificates");
  const now = wireNow();
  for (;;) {
    const expiring = await listUntoldCertificates(ctx.db, { now, limit: BATCH });
    for (const one of expiring) await tell(ctx, one);
    if (expiring.length < BATCH) return;
  }
}
