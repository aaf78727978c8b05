import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { takesBack } from "#lib/core/transaction/texts.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { getServiceRow, type ServiceRow, updateServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { replant } from "#lib/services/replant.ts";
import { checkReading } from "#lib/services/report-rules.ts";
import {
  auditable,
  checkColumns,
  checkMonitoring,
  checkParent,
  checkRecipients,
} from "#lib/services/rules.ts";
import type { Service, UpdateService } from "#lib/services/schema.ts";
import { serializeService } from "#lib/services/serialize.ts";

function columns({ order, ...fields }: UpdateService) {
  return {
    ...fields,
    ...checkColumns(fields),
    ...(order && { order }),
    updated_at: wireNow(),
  };
}

const SHOWING = ["display_uptime_graph", "display_response_time_chart"] as const;

/** Whether visitors are shown something no more of the service. */
function hidesMore(before: ServiceRow, after: ServiceRow): boolean {
  return SHOWING.some((name) => before[name] && !after[name]);
}

/**
 * Changes the given fields of a service; a new parent moves it with everything below it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateService(
  ctx: Context,
  target: ServiceTarget,
  input: UpdateService,
): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const before = await getServiceRow(trx, grant, target.service_id);
    checkMonitoring({
      monitoring: input.monitoring === undefined ? before.monitoring : input.monitoring,
      ping_url: input.ping_url === undefined ? before.ping_url : input.ping_url,
    });
    if (input.parent_id !== before.parent_id)
      await checkParent(trx, grant, before.id, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    await updateServiceRow(trx, grant, before.id, columns(input));
    const after = await getServiceRow(trx, grant, before.id);
    await checkReading(before, after);
    if (after.parent_id !== before.parent_id || after.private !== before.private) {
      if (await replant(trx, grant, before, after)) withdraw("content");
    }
    if (takesBack(before, after) || hidesMore(before, after)) withdraw("content");
    return {
      result: serializeService(grant.subdomain, after),
      audit: {
        action: "service.update",
        subject_id: before.id,
        changes: auditable(input),
        before: auditable(serializeService(grant.subdomain, before)),
      },
      events: [],
      was: { result: serializeService(grant.subdomain, before), hidden: [before, after] },
    };
  });
}
