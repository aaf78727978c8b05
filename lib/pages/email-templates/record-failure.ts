import { authorizeJob } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { findTemplateFailure, TEMPLATE_FAILED } from "#lib/pages/email-templates/queries.ts";
import { log } from "#lib/platform/log.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";

/** Records a failed template once. Never throws: the mail is still sent. */
export async function recordTemplateFailure(
  ctx: Context,
  status_page_id: number,
  failure: Failure,
): Promise<void> {
  log().warn({ status_page_id, ...failure }, "a mail template failed; ours is used");
  try {
    const grant = await authorizeJob(ctx, status_page_id);
    if (!grant) return;
    await changeRecords(ctx, grant, async (trx) => {
      if (await findTemplateFailure(trx, grant)) return unchanged(undefined);
      const audit = { action: TEMPLATE_FAILED, subject_id: status_page_id, changes: failure };
      return { result: undefined, audit, events: [] };
    });
  } catch (error) {
    log().error({ err: error, status_page_id }, "storing a template failure failed");
  }
}
