import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { deleteAccessGroupRow } from "#lib/services/access-groups/queries.ts";
import type { AccessGroupTarget } from "#lib/services/access-groups/read.ts";

/**
 * Deletes an access group; viewers who are then in none see the whole page.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteAccessGroup(ctx: Context, target: AccessGroupTarget): Promise<void> {
  const grant = await authorize(ctx, "access_group.write", target);
  await changePage(ctx, grant, async (trx) => {
    const { id, name } = await deleteAccessGroupRow(trx, grant, target.access_group_id);
    return {
      result: undefined,
      audit: {
        action: "access_group.delete",
        subject_id: id,
        changes: { name },
      },
      events: [],
    };
  });
}
