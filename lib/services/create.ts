import { audit } from "#lib/audit/queries.ts";
import { authorize, type PageTarget } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { getServiceRow, insertService, nextOrder } from "#lib/services/queries.ts";
import { auditable, checkMonitoring, checkParent, checkRecipients, monitorAddresses } from "#lib/services/rules.ts";
import type { CreateService, Service } from "#lib/services/schema.ts";
import { serializeService } from "#lib/services/serialize.ts";

/**
 * Adds a service, last on the page unless an order is given.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createService(ctx: Context, target: PageTarget, input: CreateService): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx) => {
    const monitoring = input.monitoring ?? null;
    checkMonitoring({ monitoring, ping_url: input.ping_url ?? null });
    await checkParent(trx, grant, null, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    const { id } = await insertService(trx, grant, {
      ...input,
      ...monitorAddresses(monitoring, { inbound_email_id: null, incoming_webhook_token: null }),
      order: input.order || (await nextOrder(trx, grant)),
      monitoring_options: input.monitoring_options ?? {},
    });
    await audit(trx, ctx, grant, { action: "service.create", subject_id: id, changes: auditable(input) });
    return serializeService(await getServiceRow(trx, grant, id));
  });
}
