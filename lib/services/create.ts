import { z } from "zod";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { optionalCheckAddress } from "#lib/core/fields/address.ts";
import { name } from "#lib/core/fields/name.ts";
import { requiring } from "#lib/core/fields/schema.ts";
import { optionalId } from "#lib/core/fields/value.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { assertBelowLimit } from "#lib/core/transaction/record-limits.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { countServices, getServiceRow, insertService } from "#lib/services/queries.ts";
import { serializeService } from "#lib/services/read.ts";
import { checkReportSettings } from "#lib/services/report-rules.ts";
import {
  auditable,
  checkMonitoring,
  checkParent,
  checkRecipients,
  isPrivateTarget,
  monitoringColumns,
} from "#lib/services/rules.ts";
import type { CreateService, Service } from "#lib/services/schema.ts";
import { nextOrder } from "#lib/services/tree.queries.ts";

/** Last on the page by default. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createService(
  ctx: Context,
  target: PageTarget,
  input: CreateService,
): Promise<Service> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    assertBelowLimit(page, await countServices(trx, grant), env().MAX_SERVICES_PER_PAGE);
    const { monitoring = null, ping_url = null } = input;
    checkMonitoring({ monitoring, ping_url });
    await checkParent(trx, grant, null, input.parent_id);
    await checkRecipients(trx, grant, input.notification_recipients);
    const { id } = await insertService(trx, grant, {
      ...input,
      ...monitoringColumns(input),
      order: input.order || (await nextOrder(trx, grant)),
    });
    const made = await getServiceRow(trx, grant, id);
    await checkReportSettings(null, made);
    return {
      result: serializeService(grant.subdomain, made),
      audit: { action: "service.create", subject_id: id, changes: auditable(input) },
      events: [],
    };
  });
}

const MAX_AT_ONCE = 500;

const Line = z.object({
  name: name(),
  depth: z.int().min(0),
  ping_url: optionalCheckAddress(),
});

/** In tree order, below `parent_id` or at the top level. */
export const CreateServices = z.object({
  parent_id: optionalId(),
  list: z
    .array(requiring(Line, ["name"]))
    .min(1)
    .max(MAX_AT_ONCE),
});
export type CreateServices = z.output<typeof CreateServices>;

/**
 * Adds all services or none, last on the page. A service with an address is checked.
 * @returns their ids
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createServices(
  ctx: Context,
  target: PageTarget,
  { parent_id = null, list }: CreateServices,
): Promise<number[]> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const max = env().MAX_SERVICES_PER_PAGE;
    assertBelowLimit(page, (await countServices(trx, grant)) + list.length - 1, max);
    const first = await nextOrder(trx, grant);
    const above: number[] = [];
    const ids: number[] = [];
    for (const [index, { name, depth, ping_url = null }] of list.entries()) {
      const parent = depth === 0 ? parent_id : above[depth - 1];
      if (parent === undefined) throw invalid({ [`list.${index}.depth`]: [{ code: "invalid" }] });
      await checkParent(trx, grant, null, parent);
      const monitoring = ping_url === null ? null : "internal";
      if (isPrivateTarget(ping_url))
        throw invalid({ [`list.${index}.ping_url`]: [{ code: "private_target" }] });
      const { id } = await insertService(trx, grant, {
        ...{ name, parent_id: parent, order: first + index },
        ...{ monitoring, ping_url, display_uptime_graph: true },
      });
      above.splice(depth, above.length, id);
      ids.push(id);
    }
    return {
      result: ids,
      audit: {
        action: "service.create",
        subject_id: ids[0] ?? 0,
        changes: { names: list.map(({ name }) => name) },
      },
      events: [],
    };
  });
}
