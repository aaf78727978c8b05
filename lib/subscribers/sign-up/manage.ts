import {
  authorize,
  authorizeSubscriber,
  type PageGrant,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { limitForms } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { requestConfirmation, requestManageLink } from "#lib/subscribers/confirmations.ts";
import {
  lockByAddress,
  lockSubscription,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import { NOT_QUARANTINED } from "#lib/subscribers/rules.ts";
import { checkChoice, checkSmallerChoice, linkServices } from "#lib/subscribers/sign-up/choice.ts";
import type { AskForLink, Choice } from "#lib/subscribers/sign-up/schema.ts";
import { manageToken, renewToken } from "#lib/subscribers/tokens.ts";

type LinkTarget = PageTarget & { token: string };

/** `secret` signs deliveries to a webhook; shown once. */
type Confirmed = { token: string; secret: string | null };

/**
 * Confirms a subscription by its link; repeating it changes nothing.
 * @throws {AppError} `not_found` when the link is invalid
 */
export async function confirmSubscription(ctx: Context, target: LinkTarget): Promise<Confirmed> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "confirm" });
  return changeRecords(ctx, grant, async (trx) => {
    const { id, type, confirmed_at } = await lockSubscription(trx, grant, grant.subscription_id);
    const token = await manageToken(trx, grant, id);
    if (confirmed_at !== null) return { result: { token, secret: null }, audit: null, events: [] };
    const secret = type === "webhook" ? newSecret() : null;
    const secret_sealed = secret && seal(secret);
    const values = {
      confirmed_at: wireNow(),
      ...NOT_QUARANTINED,
      ...(secret_sealed && { secret_sealed }),
    };
    await updateSubscriptionRow(trx, grant, id, values);
    const audit = { action: "subscription.confirm", subject_id: id, changes: { type } };
    return { result: { token, secret }, audit, events: [] };
  });
}

export type ManageTarget = PageTarget & { token: string };

/**
 * Changes what a subscriber is notified about, within what the link's holder can see. If `ctx.link`
 * alone opens the page, they can only give up services.
 * @throws {AppError} `not_found`, `forbidden` if they may not see the page, `invalid`
 */
export async function changeChoice(
  ctx: Context,
  target: ManageTarget,
  input: Choice,
  locale: Locale,
): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  const visit = await authorize(ctx, "page.visit", target);
  await changeRecords(ctx, grant, async (trx) => {
    const row = await lockSubscription(trx, grant, grant.subscription_id);
    const chosen = visit.by_link
      ? await checkSmallerChoice(trx, grant, row, input)
      : await checkChoice(trx, visit, input);
    const { id } = row;
    const { service_ids: _, ...columns } = chosen;
    const values = { ...columns, locale, updated_at: wireNow() };
    await updateSubscriptionRow(trx, grant, id, values);
    await linkServices(trx, grant, id, chosen);
    const audit = { action: "subscription.update", subject_id: id, changes: chosen };
    return { result: undefined, audit, events: [] };
  });
}

/**
 * Ends every link to a subscription.
 * @returns the new link's token
 * @throws {AppError} `not_found`
 */
export async function renewLink(ctx: Context, target: ManageTarget): Promise<string> {
  const grant = await authorizeSubscriber(ctx, { ...target, purpose: "manage" });
  return changeRecords(ctx, grant, async (trx) => {
    const { id } = await lockSubscription(trx, grant, grant.subscription_id);
    const audit = { action: "subscription.renew_link", subject_id: id };
    return { result: await renewToken(trx, grant, id), audit, events: [] };
  });
}

/**
 * Sends the manage link to an address if it is subscribed. The response does not reveal whether it
 * is.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`, `rate_limited`
 */
export async function askForLink(
  ctx: Context,
  target: PageTarget,
  { email, company }: AskForLink,
): Promise<void> {
  const grant: PageGrant = await authorize(ctx, "page.visit", target);
  if (company) return;
  if (!email) throw invalid({ email: [{ code: "blank" }] });
  await limitForms(ctx);
  await changeRecords(ctx, grant, async (trx) => {
    const found = await lockByAddress(trx, grant, { type: "email", email });
    if (found?.confirmed_at) await requestManageLink(trx, grant, found);
    else if (found) await requestConfirmation(trx, grant, found);
    return { result: undefined, audit: null, events: [] };
  });
}
