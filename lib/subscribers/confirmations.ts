import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { attemptCount, consume, type Limit, rateLimited } from "#lib/core/throttle/form-limits.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { dialedNumber, normalEmail } from "#lib/subscribers/normal-addresses.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";
import { manageToken, newConfirmToken } from "#lib/subscribers/tokens.ts";

// Limits per address, however often and on however many pages it is entered.
const PER_PAGE = { name: "messages to an address of a page", most: 5, period_s: DAY_SECONDS };
const ANYWHERE = { name: "messages to an address", most: 20, period_s: DAY_SECONDS };
// Per host, because one service may host many customers' webhooks.
const PER_HOST = { name: "first messages to a host", most: 200, period_s: DAY_SECONDS };

// Texts cost money and ring a phone.
const TEXTED = { name: "texts to a number of a page", most: 3, period_s: DAY_SECONDS };

/** Per organization: anybody with an account could otherwise mail strangers. */
function perOrganization(): Limit {
  const most = env().CONFIRMATIONS_PER_DAY || Number.POSITIVE_INFINITY;
  return { name: "people whom an organization asked", most, period_s: DAY_SECONDS };
}

type Addressee = Pick<
  SubscriptionRow,
  "id" | "type" | "email" | "webhook_url" | "country_dial_code" | "phone_number"
>;

function addressOf(addressee: Addressee): string | null {
  const { type, email, webhook_url } = addressee;
  if (type === "email") return email && normalEmail(email);
  if (type === "sms") return dialedNumber(addressee);
  return type === "webhook" ? webhook_url : null;
}

/** Plus addresses share a mailbox. */
function mailboxOf({ type }: Addressee, address: string): string {
  return type === "email" ? address.replace(/(?<=.)\+[^@]*(?=@)/, "") : address;
}

async function mayBeSent(trx: Trx, grant: PageGrant, subscriber: Addressee): Promise<boolean> {
  const address = addressOf(subscriber);
  if (address === null) return false;
  const own = `${grant.status_page_id} ${address}`;
  if (subscriber.type === "sms" && (await consume(trx, TEXTED, own)) > 0) return false;
  const mailbox = mailboxOf(subscriber, address);
  if ((await consume(trx, PER_PAGE, own)) > 0 || (await consume(trx, ANYWHERE, mailbox)) > 0)
    return false;
  return subscriber.type !== "webhook" || (await throttleHost(trx, address)) === 0;
}

/** Counts a first message to a host. @returns seconds to wait; 0: allowed */
export function throttleHost(trx: Trx, url: string): Promise<number> {
  return consume(trx, PER_HOST, new URL(url).hostname);
}

export async function requestConfirmation(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  if (!(await mayBeSent(trx, grant, subscriber))) return;
  const { token, expires_at } = await newConfirmToken(trx, grant, subscriber.id);
  await enqueueMessage(trx, {
    kind: "subscription.confirm",
    status_page_id: grant.status_page_id,
    subscription_id: subscriber.id,
    params: { token },
    expires_at,
  });
}

/** @returns how many more people the organization may ask to confirm today */
export async function countRemainingRequests(
  db: Db,
  { organization_id }: PageGrant,
): Promise<number> {
  const limit = perOrganization();
  return limit.most - (await attemptCount(db, limit, String(organization_id)));
}

export async function requestConfirmationFrom(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<number> {
  const seconds = await consume(trx, perOrganization(), String(grant.organization_id));
  if (seconds === 0) await requestConfirmation(trx, grant, subscriber);
  return seconds;
}

/** Like `requestConfirmationFrom`. @throws {AppError} `rate_limited` */
export async function requireConfirmation(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  const seconds = await requestConfirmationFrom(trx, grant, subscriber);
  if (seconds > 0) throw rateLimited("Too many people were asked to confirm today", seconds);
}

export async function requestManageLink(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  if (!(await mayBeSent(trx, grant, subscriber))) return;
  await enqueueMessage(trx, {
    kind: "subscription.manage",
    status_page_id: grant.status_page_id,
    subscription_id: subscriber.id,
    params: { token: await manageToken(trx, grant, subscriber.id) },
    expires_at: later(wireNow(), DAY_SECONDS),
  });
}
