import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { askOrRefuse } from "#lib/subscribers/messages.ts";
import { insertSubscription } from "#lib/subscribers/queries.ts";
import { completeSubscription } from "#lib/subscribers/read.ts";
import {
  auditable,
  checkComplete,
  checkOffered,
  checkReferences,
  checkTarget,
  filterOf,
  link,
  needsOptIn,
  unlessTaken,
} from "#lib/subscribers/rules.ts";
import type { CreateSubscription, NewSubscription } from "#lib/subscribers/schema.ts";
import { secretFor } from "#lib/subscribers/secret.ts";

/**
 * Adds a subscription; who is to say yes to it first, and has an e-mail address, is asked to.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createSubscription(
  ctx: Context,
  target: PageTarget,
  input: CreateSubscription,
): Promise<NewSubscription> {
  const grant = await authorize(ctx, "subscription.write", target);
  const {
    service_ids,
    subscription_group_ids,
    confirm,
    metadata = {},
    token,
    filter = filterOf(input),
    ...columns
  } = input;
  checkComplete({ ...input, filter });
  checkTarget(input);
  return changeRecords(ctx, grant, async (trx) => {
    await checkOffered(trx, grant, input);
    await checkReferences(trx, grant, input);
    const confirmed_at = confirm || !needsOptIn(input.type) ? wireNow() : null;
    const secret = secretFor(input.type, token);
    const values = {
      ...columns,
      filter,
      metadata: JSON.stringify(metadata),
      confirmed_at,
      secret_sealed: secret.sealed,
    };
    const row = await unlessTaken(input.type, insertSubscription(trx, grant, values));
    await link(trx, grant, row.id, input);
    if (row.confirmed_at === null) await askOrRefuse(trx, grant, row);
    return {
      result: {
        ...(await completeSubscription(trx, grant, row)),
        ...(secret.told && { secret: secret.told }),
      },
      audit: {
        action: "subscription.create",
        subject_id: row.id,
        changes: auditable(input),
      },
      events: [],
    };
  });
}
