import { database } from "#db/index.ts";
import { authorizeJob, authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import {
  deleteOldNotices,
  type Ending,
  listUntold,
  noteTold,
} from "#lib/domains/certificates/uploads.queries.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

const BATCH = 500;

async function tell(ctx: Context, ending: Ending): Promise<void> {
  const { status_page_id, name: domain, not_after } = ending;
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await changeRecords(ctx, grant, async (trx) => {
    if (await noteTold(trx, grant, ending))
      await notifyOwners(trx, grant, {
        kind: "certificate.ending",
        params: { domain, not_after },
        seconds: DAY_SECONDS,
      });
    return { result: undefined, audit: null, events: [] };
  });
}

/** Tells owners of uploaded certificates that end in 30, 14, 7 and 1 days, once each. */
export async function watchUploadedCertificates(): Promise<void> {
  const ctx = systemContext(database(), "watch-uploaded-certificates");
  const grant = authorizeProgram(ctx);
  await deleteOldNotices(ctx.db, grant);
  for (const ending of await listUntold(ctx.db, grant, BATCH))
    await tell(ctx, ending).catch((error) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    });
}
