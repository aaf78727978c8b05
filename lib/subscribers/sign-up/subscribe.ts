import type { Trx } from "#db/index.ts";
import type { ChatType } from "#lib/channels/chats.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { userOf } from "#lib/core/access/roles.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { slowDown, slowTexts, tooOften } from "#lib/core/throttle/rate-limit.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { allowsAddress } from "#lib/pages/email-domains.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { letWithdraw, manageToken } from "#lib/subscribers/links/tokens.ts";
import { askToConfirm, remindOfLink, secondsUntilTold } from "#lib/subscribers/messages.ts";
import {
  insertSubscription,
  isAddressTaken,
  lockByAddress,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import { type Chosen, chosenBy, linkChosen } from "#lib/subscribers/sign-up/chosen.ts";
import { hasSms } from "#lib/subscribers/sign-up/has-sms.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { type Wanted, wantedIn } from "#lib/subscribers/sign-up/wanted.ts";

/**
 * The outcome. `asked`: a message went to the address, to confirm a subscription or to manage the
 * one it has; the sender cannot tell which. `active`: the address itself proves the right to use it.
 */
type Subscribed = { state: "asked" } | { state: "active"; type: ChatType; token: string };

type Request = {
  /** null: a visitor who is not signed in */
  requested_by: number | null;
  wanted: Wanted;
  chosen: Chosen;
  locale: Locale;
  /** Takes the request back, as long as nobody else made it, too. */
  withdrawal: string | null;
};

/**
 * What only members may see goes to their own addresses, and to those the operator allows.
 * @throws {AppError} `invalid`
 */
async function checkReaches(
  ctx: Context,
  { member_restricted, settings }: StatusPageRow,
  { type, address }: Wanted,
): Promise<void> {
  if (!member_restricted || type !== "email") return;
  if (allowsAddress(parseSettings(settings), address)) return;
  const user = ctx.actor.kind === "user" ? await findUser(ctx.db, ctx.actor.user_id) : undefined;
  if (user?.email.toLowerCase() !== address.toLowerCase())
    throw invalid({ email: [{ code: "members_only" }] });
}

function addressIn({ type, address }: Pick<Wanted, "type" | "address">) {
  if (type === "email") return { email: address };
  if (type !== "sms") return { webhook_url: address };
  const [country_dial_code, phone_number] = address.split(" ");
  return { country_dial_code, phone_number };
}

function columnsOf({ requested_by, wanted, chosen, locale }: Request) {
  const { service_ids: _, ...columns } = chosen;
  const { type, address, secret } = wanted;
  return {
    ...columns,
    type,
    ...addressIn({ type, address }),
    ...(secret && { secret_sealed: seal(secret) }),
    locale,
    requested_by,
    requested_at: wireNow(),
  };
}

async function write(
  trx: Trx,
  grant: PageGrant,
  request: Request,
  before: SubscriptionRow | undefined,
): Promise<SubscriptionRow> {
  const columns = columnsOf(request);
  const row = before
    ? await updateSubscriptionRow(trx, grant, before.id, { ...columns, updated_at: wireNow() })
    : await insertSubscription(trx, grant, columns);
  await linkChosen(trx, grant, row.id, request.chosen);
  return row;
}

/** An address whose owner is asked to confirm, or is sent the link to their subscription. */
async function ask(trx: Trx, grant: PageGrant, request: Request): Promise<Subscribed> {
  const { type, address } = request.wanted;
  const before = await lockByAddress(trx, grant, type, address);
  if (before?.confirmed_at) await remindOfLink(trx, grant, before);
  else {
    // What an operator entered is not for visitors to change.
    const isOperators = before !== undefined && before.requested_at === null;
    const row = isOperators ? before : await write(trx, grant, request, before);
    await letWithdraw(trx, grant, row.id, before ? null : request.withdrawal);
    await askToConfirm(trx, grant, row);
  }
  return { state: "asked" };
}

type Activated = { result: Subscribed; audit: AuditEntry };

/** The address of a chat is a secret: who knows it may have news sent there, and end that. */
async function activate(
  trx: Trx,
  grant: PageGrant,
  request: Request & { type: ChatType },
): Promise<Activated> {
  const { type, wanted } = request;
  const before = await lockByAddress(trx, grant, type, wanted.address);
  // Its host may be anybody's: only the path tells a Mattermost.
  const seconds =
    type === "mattermost" && !before ? await secondsUntilTold(trx, wanted.address) : 0;
  if (seconds > 0) throw tooOften("Too many addresses of this host were added", seconds);
  const { id } = await write(trx, grant, request, before);
  if (!before?.confirmed_at)
    await updateSubscriptionRow(trx, grant, id, { confirmed_at: wireNow() });
  const token = await manageToken(trx, grant, id);
  const action = before ? "subscription.update" : "subscription.create";
  const changes = { type, ...request.chosen };
  return { result: { state: "active", type, token }, audit: { action, subject_id: id, changes } };
}

async function record(ctx: Context, grant: PageGrant, request: Request): Promise<Subscribed> {
  const { type } = request.wanted;
  return recordFacts(ctx, grant, async (trx) => {
    if (type === "email" || type === "webhook" || type === "sms")
      return { result: await ask(trx, grant, request), audit: null, events: [] };
    return { ...(await activate(trx, grant, { ...request, type })), events: [] };
  });
}

/**
 * Subscribes a visitor who sees the page. The answer does not tell whether the address was
 * subscribed before.
 * @param withdrawal a token that takes back what this makes, if it makes anything
 * @throws {AppError} `not_found`, `forbidden`, `invalid`, `rate_limited`
 */
export async function subscribe(
  ctx: Context,
  target: PageTarget,
  input: Subscribe,
  locale: Locale,
  withdrawal: string | null = null,
): Promise<Subscribed> {
  const grant = await authorize(ctx, "page.visit", target);
  if (input.company) return { state: "asked" };
  await slowDown(ctx);
  const page = await getStatusPageRow(ctx.db, grant);
  const settings = parseSettings(page.settings);
  const wanted = wantedIn(input, settings, await hasSms(ctx.db, grant, settings));
  if (wanted.type === "sms") await slowTexts(ctx, grant);
  await checkReaches(ctx, page, wanted);
  const chosen = await chosenBy(ctx.db, grant, input);
  const requested_by = userOf(ctx.actor);
  const request = { requested_by, wanted, chosen, locale, withdrawal };
  try {
    return await record(ctx, grant, request);
  } catch (error) {
    // Another request subscribed the address at the same moment: it is known now.
    if (!isAddressTaken(error)) throw error;
    return record(ctx, grant, request);
  }
}
