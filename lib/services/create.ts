import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkRoom } from "#lib/core/transaction/room.ts";
import { env } from "#lib/platform/config/env.ts";
import { countServices, getServiceRow, insertService } from "#lib/services/queries.ts";
import { checkReading } from "#lib/services/report-rules.ts";
import {
  auditable,
  checkColumns,
  checkMonitoring,
  checkParent,
  checkRecipients,
} from "#lib/services/rules.ts";
import type { CreateService, Service } from "#lib/services/schema.ts";
import { serializeService } from "#lib/services/serialize.ts";
import { nextOrder } from "#lib/services/tree.queries.ts";

/**
 * Adds a service, last on the page unless an order is given.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createService(
  ctx: Context,
  target: PageTarget,
  input: CreateService,
): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    checkRoom(page, await countServices(trx, grant), env().MAX_SERVICES_PER_PAGE);
    const { monitoring = null, ping_url = null } = input;
    checkMonitoring({ monitoring, ping_url });
    await checkParent(trx, grant, null, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    const { id } = await insertService(trx, grant, {
      ...input,
      ...checkColumns(input),
      order: input.order || (await nextOrder(trx, grant)),
    });
    const made = await getServiceRow(trx, grant, id);
    await checkReading(null, made);
    return {
      result: serializeService(grant.subdomain, made),
      audit: {
        action: "service.create",
        subject_id: id,
        changes: auditable(input),
      },
      events: [],
    };
  });
}
