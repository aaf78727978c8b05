import { database } from "#db/index.ts";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  deleteOldNotices,
  type ExpiringCertificate,
  listDueNotices,
  recordNotice,
} from "#lib/domains/certificates/uploads.queries.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const BATCH = 500;

async function sendNotice(ctx: Context, expiring: ExpiringCertificate): Promise<void> {
  const { status_page_id, name: domain, not_after } = expiring;
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await changeRecords(ctx, grant, async (trx) => {
    if (await recordNotice(trx, grant, expiring))
      await notifyOwners(trx, grant, {
        kind: "certificate.ending",
        params: { domain, not_after },
        seconds: DAY_SECONDS,
      });
    return { result: undefined, audit: null, events: [] };
  });
}

/** Notifies owners 30, 14, 7 and 1 days before an uploaded certificate expires, once each. */
export async function watchUploadedCertificates(): Promise<void> {
  const ctx = systemContext(database(), "watch-uploaded-certificates");
  const grant = authorizeProgram(ctx);
  await deleteOldNotices(ctx.db, grant);
  for (const expiring of await listDueNotices(ctx.db, grant, BATCH))
    await sendNotice(ctx, expiring).catch((error) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    });
}
