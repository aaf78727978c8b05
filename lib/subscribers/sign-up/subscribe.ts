import type { Trx } from "#db/index.ts";
import type { ChatType } from "#lib/channels/channel.ts";
import { takesAddress } from "#lib/channels/email/route.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import { userOf } from "#lib/core/access/roles.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { limitForms, limitTextMessages, rateLimited } from "#lib/core/throttle/form-limits.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { allowsAddress, parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import {
  requestConfirmation,
  requestManageLink,
  throttleHost,
} from "#lib/subscribers/confirmations.ts";
import { addressKey, normalEmail } from "#lib/subscribers/normal-addresses.ts";
import {
  insertSubscription,
  isAddressTaken,
  lockByAddress,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import {
  hasSms,
  parseSignUpAddress,
  type SignUpAddress,
} from "#lib/subscribers/sign-up/address.ts";
import { type CheckedChoice, checkChoice, linkServices } from "#lib/subscribers/sign-up/choice.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { manageToken, setWithdrawToken } from "#lib/subscribers/tokens.ts";

/**
 * `asked`: a message went to the address; the sender cannot tell whether it was subscribed before.
 * `active`: knowing the address proves the right to use it.
 */
type Subscribed = { state: "asked" } | { state: "active"; type: ChatType; token: string };

type Request = {
  requested_by: number | null;
  wanted: SignUpAddress;
  chosen: CheckedChoice;
  locale: Locale;
  /** Withdraws the request unless somebody else made it, too. */
  withdrawal: string | null;
};

/**
 * Members-only content goes to the member's own address and to allowed domains only.
 * @throws {AppError} `invalid`
 */
async function checkReaches(
  ctx: Context,
  { member_restricted, settings }: StatusPageRow,
  { type, address }: SignUpAddress,
): Promise<void> {
  if (!member_restricted || type !== "email") return;
  if (allowsAddress(parseSettings(settings), address)) return;
  const user = ctx.actor.kind === "user" ? await findUser(ctx.db, ctx.actor.user_id) : undefined;
  if (user === undefined || normalEmail(user.email) !== normalEmail(address))
    throw invalid({ email: [{ code: "members_only" }] });
}

function addressIn({ type, address }: Pick<SignUpAddress, "type" | "address">) {
  if (type === "email") return { type, email: address };
  if (type !== "sms") return { type, webhook_url: address };
  const [country_dial_code, phone_number] = address.split(" ");
  return { type, country_dial_code, phone_number };
}

function columnsOf({ requested_by, wanted, chosen, locale }: Request) {
  const { service_ids: _, ...columns } = chosen;
  const address = addressIn(wanted);
  const { secret } = wanted;
  return {
    ...columns,
    ...address,
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
    ? await updateSubscriptionRow(trx, grant, before.id, {
        ...columns,
        address_key: addressKey(columns),
        updated_at: wireNow(),
      })
    : await insertSubscription(trx, grant, columns);
  await linkServices(trx, grant, row.id, request.chosen);
  return row;
}

/** Asks the owner of an address to confirm, or sends the manage link. */
async function ask(trx: Trx, grant: PageGrant, request: Request): Promise<Subscribed> {
  const before = await lockByAddress(trx, grant, addressIn(request.wanted));
  if (before?.confirmed_at) await requestManageLink(trx, grant, before);
  else {
    // Visitors cannot change what an operator entered.
    const isOperators = before !== undefined && before.requested_at === null;
    const row = isOperators ? before : await write(trx, grant, request, before);
    await setWithdrawToken(trx, grant, row.id, before ? null : request.withdrawal);
    await requestConfirmation(trx, grant, row);
  }
  return { state: "asked" };
}

type Activated = { result: Subscribed; audit: AuditEntry };

/** A chat's URL is a secret: knowing it grants the right to post there. */
async function activate(
  trx: Trx,
  grant: PageGrant,
  request: Request & { type: ChatType },
): Promise<Activated> {
  const { type, wanted } = request;
  const before = await lockByAddress(trx, grant, addressIn(wanted));
  const seconds = type === "mattermost" && !before ? await throttleHost(trx, wanted.address) : 0;
  if (seconds > 0) throw rateLimited("Too many addresses of this host were added", seconds);
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
  return changeRecords(ctx, grant, async (trx) => {
    if (type === "email" || type === "webhook" || type === "sms")
      return { result: await ask(trx, grant, request), audit: null, events: [] };
    return { ...(await activate(trx, grant, { ...request, type })), events: [] };
  });
}

/**
 * Subscribes a visitor who sees the page. The answer does not reveal whether the address was known.
 * @param withdrawal a token that withdraws a new request
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
  await limitForms(ctx);
  const page = await getStatusPageRow(ctx.db, grant);
  const settings = parseSettings(page.settings);
  const wanted = parseSignUpAddress(input, settings, await hasSms(ctx.db, grant, settings));
  if (wanted.type === "sms") await limitTextMessages(ctx, grant);
  await checkReaches(ctx, page, wanted);
  if (wanted.type === "email" && !(await takesAddress(ctx.db, grant, wanted.address)))
    throw invalid({ email: [{ code: "ascii_only" }] });
  const chosen = await checkChoice(ctx.db, grant, input);
  const requested_by = userOf(ctx.actor);
  const request = { requested_by, wanted, chosen, locale, withdrawal };
  try {
    return await record(ctx, grant, request);
  } catch (error) {
    // A concurrent request inserted the address: it exists now.
    if (!isAddressTaken(error)) throw error;
    return record(ctx, grant, request);
  }
}
