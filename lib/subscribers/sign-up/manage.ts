import { authorize, authorizeSubscriber, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { slowDown } from "#lib/core/throttle/rate-limit.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { renewToken } from "#lib/subscribers/links/tokens.ts";
import { askToConfirm, remindOfLink } from "#lib/subscribers/messages.ts";
import {
  deleteSubscriptionRow,
  lockByAddress,
  lockSubscription,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import { chosenBy, linkChosen } from "#lib/subscribers/sign-up/chosen.ts";
import type { AskForLink, Choice } from "#lib/subscribers/sign-up/schema.ts";

type ManageTarget = PageTarget & { token: string };

/**
 * Changes what a subscriber is notified about, within what the holder of the link can see.
 * @throws {AppError} `not_found`, `forbidden` if they may not see the page, `invalid`
 */
export async function chooseAnew(
  ctx: Context,
  target: ManageTarget,
  input: Choice,
  locale: Locale,
): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  const chosen = await chosenBy(ctx.db, await authorize(ctx, "page.visit", target), input);
  const { service_ids: _, ...columns } = chosen;
  await recordFacts(ctx, grant, async (trx) => {
    const { id } = await lockSubscription(trx, grant, grant.subscription_id);
    const values = { ...columns, locale, updated_at: wireNow() };
    await updateSubscriptionRow(trx, grant, id, values);
    await linkChosen(trx, grant, id, chosen);
    const audit = { action: "subscription.update", subject_id: id, changes: chosen };
    return { result: undefined, audit, events: [] };
  });
}

/**
 * Ends a subscription, and with it its links; whether its holder may see the page does not matter.
 * @throws {AppError} `not_found` when there is none any more
 */
export async function unsubscribe(ctx: Context, target: ManageTarget): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  await recordFacts(ctx, grant, async (trx) => {
    const { id, type } = await deleteSubscriptionRow(trx, grant, grant.subscription_id);
    const audit = { action: "subscription.unsubscribe", subject_id: id, changes: { type } };
    return { result: undefined, audit, events: [] };
  });
}

/**
 * Ends every link to a subscription that was ever sent.
 * @returns the token of the only one that works from now on
 * @throws {AppError} `not_found`
 */
export async function renewLink(ctx: Context, target: ManageTarget): Promise<string> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  return recordFacts(ctx, grant, async (trx) => {
    const { id } = await lockSubscription(trx, grant, grant.subscription_id);
    const audit = { action: "subscription.renew_link", subject_id: id };
    return { result: await renewToken(trx, grant, id), audit, events: [] };
  });
}

/**
 * Sends the link to the subscription of an address, if there is one. The response does not reveal
 * whether there is.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`, `rate_limited`
 */
export async function askForLink(
  ctx: Context,
  target: PageTarget,
  { email, company }: AskForLink,
): Promise<void> {
  const grant = await authorize(ctx, "page.visit", target);
  if (company) return;
  if (!email) throw invalid({ email: [{ code: "blank" }] });
  await slowDown(ctx);
  await recordFacts(ctx, grant, async (trx) => {
    const found = await lockByAddress(trx, grant, "email", email);
    if (found?.confirmed_at) await remindOfLink(trx, grant, found);
    else if (found) await askToConfirm(trx, grant, found);
    return { result: undefined, audit: null, events: [] };
  });
}
