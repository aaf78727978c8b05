import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { merged } from "#lib/fields/json.ts";
import { getServiceRow, type ServiceRow, updateServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { auditable, checkMonitoring, checkParent, checkRecipients, monitorAddresses, rebuildTree } from "#lib/services/rules.ts";
import type { Service, UpdateService } from "#lib/services/schema.ts";
import { serializeService } from "#lib/services/serialize.ts";

function columns(input: UpdateService, current: ServiceRow) {
  const { order, monitoring_options, webhook_custom_jsonpath_settings, ...fields } = input;
  const monitoring = input.monitoring === undefined ? current.monitoring : input.monitoring;
  return {
    ...fields,
    ...monitorAddresses(monitoring, current),
    ...(order && { order }),
    ...(monitoring_options && { monitoring_options: merged(current.monitoring_options, monitoring_options) }),
    ...(webhook_custom_jsonpath_settings && {
      webhook_custom_jsonpath_settings: merged(current.webhook_custom_jsonpath_settings, webhook_custom_jsonpath_settings),
    }),
    updated_at: wireNow(),
  };
}

/**
 * Changes the given fields of a service; a new parent moves it with everything below it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateService(ctx: Context, target: ServiceTarget, input: UpdateService): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx) => {
    const before = await getServiceRow(trx, grant, target.service_id);
    checkMonitoring({
      monitoring: input.monitoring === undefined ? before.monitoring : input.monitoring,
      ping_url: input.ping_url === undefined ? before.ping_url : input.ping_url,
    });
    if (input.parent_id !== before.parent_id) await checkParent(trx, grant, before.id, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    await updateServiceRow(trx, grant, before.id, columns(input, before));
    const after = await getServiceRow(trx, grant, before.id);
    if (after.parent_id !== before.parent_id || after.private !== before.private) {
      await rebuildTree(trx, grant, [before.parent_id, after.parent_id]);
    }
    await audit(trx, ctx, grant, { action: "service.update", subject_id: before.id, changes: auditable(input) });
    return serializeService(after);
  });
}
