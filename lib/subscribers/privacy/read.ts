import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";
import {
  type Address,
  listHolding,
  listJoinRequests,
  listTold,
} from "#lib/subscribers/privacy/queries.ts";
import { completeSubscription } from "#lib/subscribers/read.ts";

export function addressIn(typed: string): Address {
  const text = typed.trim();
  const isNumber = /^\+?[\d\s()/-]+$/.test(text);
  return { email: text, url: text, digits: isNumber ? text.replace(/\D/g, "") : "" };
}

/**
 * Everything that a page holds on an address, to be handed to the person whose it is.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readPerson(
  ctx: Context,
  target: PageTarget,
  { address }: { address: string },
) {
  const grant = await authorize(ctx, "subscription.write", target);
  const person = addressIn(address);
  const rows = await listHolding(ctx.db, grant, person);
  const subscriptions = [];
  for (const row of rows) {
    const { confirmed_at, requested_at, consent_at, consent_source } = row;
    const { quarantined_at, quarantine_reason } = row;
    const consent = { confirmed_at, requested_at, consent_at, consent_source };
    const whole = await completeSubscription(ctx.db, grant, row);
    subscriptions.push({ ...whole, ...consent, quarantined_at, quarantine_reason });
  }
  const ids = rows.map(({ id }) => id);
  return {
    address: address.trim(),
    status_page: target.subdomain,
    exported_at: wireNow(),
    subscriptions,
    notifications: await listTold(ctx.db, grant, ids),
    join_requests: await listJoinRequests(ctx.db, grant, person.email),
  };
}
