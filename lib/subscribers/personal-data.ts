import { z } from "zod";
import { deleteStoredMail } from "#lib/channels/email/mail-folder.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import {
  type Address,
  eraseRows,
  listByPerson,
  listJoinRequests,
  listNotifications,
} from "#lib/subscribers/personal-data.queries.ts";
import { completeSubscription } from "#lib/subscribers/read.ts";

export const Person = z.object({ address: z.string().trim().min(1).max(2_048) });
export const ErasePerson = Person.extend({ confirm: z.string() });

export function addressIn(typed: string): Address {
  const text = typed.trim();
  const isNumber = /^\+?[\d\s()/-]+$/.test(text);
  return { email: text, url: text, digits: isNumber ? text.replace(/\D/g, "") : "" };
}

/**
 * Reads everything that a page stores about an address, for the person concerned.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function readPerson(
  ctx: Context,
  target: PageTarget,
  { address }: { address: string },
) {
  const grant = await authorize(ctx, "subscription.write", target);
  const person = addressIn(address);
  const rows = await listByPerson(ctx.db, grant, person);
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
    notifications: await listNotifications(ctx.db, grant, ids),
    join_requests: await listJoinRequests(ctx.db, grant, person.email),
  };
}

/**
 * Deletes everything that a page stores about an address. Delivery counts stay; the audit log does
 * not name the person.
 * @returns the number of deleted subscriptions
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
    const ids = (await listByPerson(trx, grant, person)).map(({ id }) => id);
    await eraseRows(trx, grant, ids, { email: person.email, now: wireNow() });
    const changes = { subscriptions: ids.length };
    const subject_id = grant.status_page_id;
    const audit = { action: "status_page.erase_person", subject_id, changes };
    return { result: ids.length, audit, events: [] };
  });
  await deleteStoredMail(grant, person.email);
  return count;
}
