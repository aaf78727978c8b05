import { z } from "zod";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import { optionalCheckAddress } from "#lib/core/fields/address.ts";
import { requiring } from "#lib/core/fields/required.ts";
import { MAX_NAME, text } from "#lib/core/fields/text.ts";
import { optionalId } from "#lib/core/fields/value.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkRoom } from "#lib/core/transaction/room.ts";
import { env } from "#lib/platform/config/env.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { countServices, insertService } from "#lib/services/queries.ts";
import { checkParent, isPrivateTarget } from "#lib/services/rules.ts";
import { nextOrder } from "#lib/services/tree.queries.ts";

const MAX_AT_ONCE = 500;

const Line = z.object({
  name: text(MAX_NAME),
  depth: z.int().min(0),
  ping_url: optionalCheckAddress(),
});

/** Services in the order of their tree, below a service or on the first level. */
export const CreateServices = z.object({
  parent_id: optionalId(),
  list: z
    .array(requiring(Line, ["name"]))
    .min(1)
    .max(MAX_AT_ONCE),
});
export type CreateServices = z.output<typeof CreateServices>;

/**
 * Adds services last on the page, all of them or none, with uptime bars; those with an address are
 * checked.
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
    checkRoom(page, (await countServices(trx, grant)) + list.length - 1, max);
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
