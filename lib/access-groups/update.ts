import { getAccessGroupRow, updateAccessGroupRow } from "#lib/access-groups/queries.ts";
import { type AccessGroupTarget, completeAccessGroup } from "#lib/access-groups/read.ts";
import { fillGroup } from "#lib/access-groups/rules.ts";
import type { AccessGroup, UpdateAccessGroup } from "#lib/access-groups/schema.ts";
import { audit } from "#lib/audit/queries.ts";
import { authorize } from "#lib/auth/authorize.ts";
import { changePage } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";

/**
 * Changes the given fields of an access group.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateAccessGroup(ctx: Context, target: AccessGroupTarget, input: UpdateAccessGroup): Promise<AccessGroup> {
  const grant = await authorize(ctx, "access_group.write", target);
  return changePage(ctx, grant, async (trx) => {
    const { id } = await getAccessGroupRow(trx, grant, target.access_group_id);
    await fillGroup(trx, grant, id, input);
    const group = await updateAccessGroupRow(trx, grant, id, { name: input.name, updated_at: wireNow() });
    await audit(trx, ctx, grant, { action: "access_group.update", subject_id: id, changes: input });
    return completeAccessGroup(trx, grant, group);
  });
}
