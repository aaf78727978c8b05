import { authorize, authorizeSubscriber, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { limitForms } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, invalid } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { deleteSubscriptionRow, lockSubscription } from "#lib/subscribers/queries.ts";
import type { ScriptSubscriber, Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { subscribe } from "#lib/subscribers/sign-up/subscribe.ts";
import { newToken } from "#lib/subscribers/tokens.ts";

const NAME = /^subscriber\[(\w+)\]$/;

function ofForm(form: FormData | URLSearchParams): Record<string, unknown> {
  const fields = [...form].flatMap(([name, value]) => {
    const field = NAME.exec(name)?.[1];
    return field ? [[field, value]] : [];
  });
  return Object.fromEntries(fields);
}

function ofJson(text: string): unknown {
  const sent: unknown = JSON.parse(text);
  const isObject = typeof sent === "object" && sent !== null;
  return isObject && "subscriber" in sent ? sent.subscriber : {};
}

/**
 * Reads a subscriber from a form, also one sent as plain text, or from JSON.
 * @throws {AppError} `bad_request`
 */
export async function subscriberIn(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  try {
    if (/^multipart\//i.test(type)) return ofForm(await request.formData());
    const text = await request.text();
    return /json/i.test(type) ? ofJson(text) : ofForm(new URLSearchParams(text));
  } catch {
    throw new AppError("bad_request", "The body cannot be read");
  }
}

type Requested = {
  id: string;
  mode: "email" | "webhook";
  email: string | null;
  endpoint: string | null;
  created_at: string;
};

/** Other sites' scripts may use public pages only; sessions do not count. */
async function checkOpen(ctx: Context, target: PageTarget): Promise<void> {
  const { restricted } = await authorize(ctx, "page.visit", target);
  if (restricted) throw new AppError("forbidden", "This status page is restricted");
}

function formOf({ email, email_sms, endpoint }: ScriptSubscriber): Subscribe {
  if (email_sms) throw invalid({ email_sms: [{ code: "not_offered" }] });
  if (!endpoint) return { channel: "email", email };
  return { channel: "webhook", webhook_url: endpoint, format: "statuspage" };
}

function renamed(error: AppError, { channel }: Subscribe): AppError {
  const field = channel === "webhook" ? "endpoint" : "email";
  const names: Record<string, string> = { channel: field, webhook_url: "endpoint" };
  const fields = Object.entries(error.fields).map(([name, errors]) => [
    names[name] ?? name,
    errors,
  ]);
  return new AppError(error.code, error.message, Object.fromEntries(fields), error.retry_after_s);
}

/**
 * Subscribes an address to everything. Neither the answer nor the id reveals whether the address
 * was known.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`, `rate_limited`
 */
export async function subscribeByScript(
  ctx: Context,
  target: PageTarget,
  input: ScriptSubscriber,
  locale: Locale,
): Promise<Requested> {
  await checkOpen(ctx, target);
  const form = formOf(input);
  const id = newToken();
  try {
    await subscribe(ctx, target, form, locale, id);
  } catch (error) {
    throw error instanceof AppError ? renamed(error, form) : error;
  }
  const { email = null, webhook_url: endpoint = null } = form;
  return { id, mode: endpoint ? "webhook" : "email", email, endpoint, created_at: wireNow() };
}

async function withdrawOpen(ctx: Context, target: PageTarget, token: string): Promise<void> {
  const grant = await authorizeSubscriber(ctx, { ...target, token, purpose: "withdraw" });
  await changeRecords(ctx, grant, async (trx) => {
    const { id, confirmed_at } = await lockSubscription(trx, grant, grant.subscription_id);
    if (confirmed_at === null) await deleteSubscriptionRow(trx, grant, id);
    return { result: undefined, audit: null, events: [] };
  });
}

/**
 * Withdraws an unconfirmed request; confirmed subscriptions end by their own link only. The answer
 * does not reveal whether there was a request.
 * @param id from `subscribeByScript`
 * @throws {AppError} `not_found` for the page, `forbidden`, `rate_limited`
 */
export async function withdrawByScript(
  ctx: Context,
  target: PageTarget,
  { id }: ScriptSubscriber,
): Promise<void> {
  await checkOpen(ctx, target);
  await limitForms(ctx);
  try {
    await withdrawOpen(ctx, target, id ?? "");
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  }
}
