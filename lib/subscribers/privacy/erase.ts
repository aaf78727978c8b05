import { eraseKeptMail } from "#lib/channels/email/kept-mail.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { eraseRows, listHolding } from "#lib/subscribers/privacy/queries.ts";
import { addressIn } from "#lib/subscribers/privacy/read.ts";

/**
 * Deletes everything that a page holds on an address. Of what they were told only the counts stay;
 * the audit log does not name them.
 * @returns how many subscriptions there were
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function erasePerson(
  ctx: Context,
  target: PageTarget,
  { address }: { address: string },
): Promise<number> {
  const grant = await authorize(ctx, "subscription.write", target);
  const person = addressIn(address);
  const count = await changeRecords(ctx, grant, async (trx) => {
    const ids = (await listHolding(trx, grant, person)).map(({ id }) => id);
    await eraseRows(trx, grant, ids, { email: person.email, now: wireNow() });
    const changes = { subscriptions: ids.length };
    const subject_id = grant.status_page_id;
    const audit = { action: "status_page.erase_person", subject_id, changes };
    return { result: ids.length, audit, events: [] };
  });
  await eraseKeptMail(grant, person.email);
  return count;
}
