import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { orderMessage } from "#lib/core/outbox/messages.ts";
import { howOften, type Limit, take, tooOften } from "#lib/core/throttle/rate-limit.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { manageToken, newConfirmToken } from "#lib/subscribers/links/tokens.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

// The limit for one address, however often and on however many pages it is entered.
const PER_PAGE = { name: "messages to an address of a page", most: 5, period_s: DAY_SECONDS };
const ANYWHERE = { name: "messages to an address", most: 20, period_s: DAY_SECONDS };
// The limit for one host, whatever its addresses: services for many customers share one.
const PER_HOST = { name: "first messages to a host", most: 200, period_s: DAY_SECONDS };

// What is texted is paid for, and rings in a pocket.
const TEXTED = { name: "texts to a number of a page", most: 3, period_s: DAY_SECONDS };

/** Strangers whom an organization has asked: whoever has an account could write to anybody. */
function perOrganization(): Limit {
  const most = env().CONFIRMATIONS_PER_DAY || Number.POSITIVE_INFINITY;
  return { name: "people whom an organization asked", most, period_s: DAY_SECONDS };
}

type Addressee = Pick<
  SubscriptionRow,
  "id" | "type" | "email" | "webhook_url" | "country_dial_code" | "phone_number"
>;

/** What messages to somebody are counted by. */
function addressOf(addressee: Addressee): string | null {
  const { type, email, webhook_url, country_dial_code, phone_number } = addressee;
  if (type === "email") return email?.toLowerCase() ?? null;
  if (type === "sms") return `+${country_dial_code}${phone_number}`;
  return type === "webhook" ? webhook_url : null;
}

/** Where messages to an address arrive: what stands behind a plus sign names no other mailbox. */
function mailboxOf({ type }: Addressee, address: string): string {
  return type === "email" ? address.replace(/(?<=.)\+[^@]*(?=@)/, "") : address;
}

async function mayBeSent(trx: Trx, grant: PageGrant, subscriber: Addressee): Promise<boolean> {
  const address = addressOf(subscriber);
  if (address === null) return false;
  const own = `${grant.status_page_id} ${address}`;
  if (subscriber.type === "sms" && (await take(trx, TEXTED, own)) > 0) return false;
  const mailbox = mailboxOf(subscriber, address);
  if ((await take(trx, PER_PAGE, own)) > 0 || (await take(trx, ANYWHERE, mailbox)) > 0)
    return false;
  return subscriber.type !== "webhook" || (await secondsUntilTold(trx, address)) === 0;
}

/**
 * Counts one more address of a host that hears from us for the first time.
 * @returns seconds to wait; 0: go on
 */
export function secondsUntilTold(trx: Trx, url: string): Promise<number> {
  return take(trx, PER_HOST, new URL(url).hostname);
}

/** Asks the subscriber to confirm, unless too much was sent to that address today. */
export async function askToConfirm(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  if (!(await mayBeSent(trx, grant, subscriber))) return;
  const { token, expires_at } = await newConfirmToken(trx, grant, subscriber.id);
  await orderMessage(trx, {
    kind: "subscription.confirm",
    status_page_id: grant.status_page_id,
    subscription_id: subscriber.id,
    params: { token },
    expires_at,
  });
}

/** How many more people whom it entered itself an organization may ask to confirm today. */
export async function mayStillAsk(db: Db, { organization_id }: PageGrant): Promise<number> {
  const limit = perOrganization();
  return limit.most - (await howOften(db, limit, String(organization_id)));
}

/**
 * Asks somebody to confirm whom an operator entered.
 * @returns seconds until the organization may ask one more; 0: it did
 */
export async function askStranger(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<number> {
  const seconds = await take(trx, perOrganization(), String(grant.organization_id));
  if (seconds === 0) await askToConfirm(trx, grant, subscriber);
  return seconds;
}

/** As `askStranger`. @throws {AppError} `rate_limited` */
export async function askOrRefuse(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  const seconds = await askStranger(trx, grant, subscriber);
  if (seconds > 0) throw tooOften("Too many people were asked to confirm today", seconds);
}

/** Sends the link by which a subscription is managed, unless too much was sent today. */
export async function remindOfLink(
  trx: Trx,
  grant: PageGrant,
  subscriber: Addressee,
): Promise<void> {
  if (!(await mayBeSent(trx, grant, subscriber))) return;
  await orderMessage(trx, {
    kind: "subscription.manage",
    status_page_id: grant.status_page_id,
    subscription_id: subscriber.id,
    params: { token: await manageToken(trx, grant, subscriber.id) },
    expires_at: later(wireNow(), DAY_SECONDS),
  });
}
