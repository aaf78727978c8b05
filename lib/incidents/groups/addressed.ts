import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listKnownGroupIds } from "#lib/incidents/groups/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";

type Addressed = { subscription_group_ids?: readonly number[] | undefined };

/**
 * Groups that something is newly addressed to are of its page; those it had may be gone.
 * @throws {AppError} `invalid`
 */
export async function checkAddressed(
  trx: Trx,
  grant: PageGrant,
  { subscription_group_ids: given = [] }: Addressed,
  { subscription_group_ids: before = [] }: Addressed = {},
): Promise<void> {
  const added = given.filter((id) => !before.includes(id));
  if ((await listKnownGroupIds(trx, grant, added)).length < added.length)
    throw invalid({ subscription_group_ids: [{ code: "unknown" }] });
}
