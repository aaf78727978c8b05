import { randomUUID } from "node:crypto";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { getServiceRow, updateServiceRow } from "#lib/services/queries.ts";
import { type ServiceTarget, serializeService } from "#lib/services/read.ts";
import type { Service } from "#lib/services/schema.ts";

/**
 * Gives a service new addresses for reports, heartbeats and mails; the old ones end at once.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function replaceAddresses(ctx: Context, target: ServiceTarget): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const { id } = await getServiceRow(trx, grant, target.service_id);
    const columns = { inbound_email_id: randomUUID(), updated_at: wireNow() };
    await updateServiceRow(trx, grant, id, columns);
    return {
      result: serializeService(grant.subdomain, await getServiceRow(trx, grant, id)),
      audit: { action: "service.replace_addresses", subject_id: id },
      events: [],
    };
  });
}
