import { z } from "zod";
import { authorize } from "#lib/core/access/authorize.ts";
import { optionalId } from "#lib/core/fields/value.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { ordersOf } from "#lib/core/transaction/page-rows.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { keepPastServices } from "#lib/services/past-services.queries.ts";
import { getServiceRow, updateServiceRow } from "#lib/services/queries.ts";
import type { ServiceTarget } from "#lib/services/read.ts";
import { checkParent, rebuildAfterMove } from "#lib/services/rules.ts";
import { listSiblings } from "#lib/services/tree.queries.ts";

const MAX_POSITION = 100_000;

/** `position`: from 0 among the new siblings. */
export const MoveService = z.object({
  parent_id: optionalId(),
  position: z.int().min(0).max(MAX_POSITION),
});
export type MoveService = z.output<typeof MoveService>;

export type Place = { parent_id: number | null; position: number };

/** @returns its previous place @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function moveService(
  ctx: Context,
  target: ServiceTarget,
  { parent_id = null, position }: MoveService,
): Promise<Place> {
  const grant = await authorize(ctx, "service.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const before = await getServiceRow(trx, grant, target.service_id);
    const { parent_id: parent_before } = before;
    const isElsewhere = parent_before !== parent_id;
    if (isElsewhere) await checkParent(trx, grant, before.id, parent_id);
    const others = await listSiblings(trx, grant, parent_id);
    const old = isElsewhere ? await listSiblings(trx, grant, parent_before) : others;
    const siblings = others.filter(({ id }) => id !== before.id).toSpliced(position, 0, before);
    const orders = ordersOf(siblings);
    const updated_at = wireNow();
    if (isElsewhere)
      await keepPastServices(trx, grant, [before.id], { now: updated_at, deleted: false });
    for (const { id, order } of siblings) {
      const next = orders.get(id);
      const moves = id === before.id && isElsewhere;
      if (next !== order || moves)
        await updateServiceRow(trx, grant, id, {
          order: next,
          updated_at,
          ...(moves && { parent_id }),
        });
    }
    if (isElsewhere && (await rebuildAfterMove(trx, grant, before, { ...before, parent_id })))
      withdraw("content");
    return {
      result: { parent_id: parent_before, position: old.findIndex(({ id }) => id === before.id) },
      audit: { action: "service.update", subject_id: before.id, changes: { parent_id, position } },
      events: [],
    };
  });
}
