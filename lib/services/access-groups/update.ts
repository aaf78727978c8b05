import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkTogether } from "#lib/core/transaction/room.ts";
import { wireNow } from "#lib/platform/clock.ts";
import {
  bytesOfAccessGroups,
  getAccessGroupRow,
  updateAccessGroupRow,
} from "#lib/services/access-groups/queries.ts";
import { type AccessGroupTarget, completeAccessGroup } from "#lib/services/access-groups/read.ts";
import { fillGroup } from "#lib/services/access-groups/rules.ts";
import type { AccessGroup, UpdateAccessGroup } from "#lib/services/access-groups/schema.ts";

/**
 * Changes the given fields of an access group.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateAccessGroup(
  ctx: Context,
  target: AccessGroupTarget,
  input: UpdateAccessGroup,
): Promise<AccessGroup> {
  const grant = await authorize(ctx, "access_group.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const row = await getAccessGroupRow(trx, grant, target.access_group_id);
    const before = await completeAccessGroup(trx, grant, row);
    const { id } = row;
    await fillGroup(trx, grant, id, input);
    const group = await updateAccessGroupRow(trx, grant, id, {
      name: input.name,
      updated_at: wireNow(),
    });
    checkTogether(page, await bytesOfAccessGroups(trx, grant));
    return {
      result: await completeAccessGroup(trx, grant, group),
      audit: { action: "access_group.update", subject_id: id, changes: input, before },
      events: [],
      was: { result: before },
    };
  });
}
