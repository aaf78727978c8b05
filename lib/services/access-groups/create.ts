import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkTogether } from "#lib/core/transaction/room.ts";
import { bytesOfAccessGroups, insertAccessGroup } from "#lib/services/access-groups/queries.ts";
import { completeAccessGroup } from "#lib/services/access-groups/read.ts";
import { fillGroup } from "#lib/services/access-groups/rules.ts";
import type { AccessGroup, CreateAccessGroup } from "#lib/services/access-groups/schema.ts";

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createAccessGroup(
  ctx: Context,
  target: PageTarget,
  input: CreateAccessGroup,
): Promise<AccessGroup> {
  const grant = await authorize(ctx, "access_group.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const group = await insertAccessGroup(trx, grant, { name: input.name });
    await fillGroup(trx, grant, group.id, input);
    checkTogether(page, await bytesOfAccessGroups(trx, grant));
    return {
      result: await completeAccessGroup(trx, grant, group),
      audit: {
        action: "access_group.create",
        subject_id: group.id,
        changes: input,
      },
      events: [],
    };
  });
}
