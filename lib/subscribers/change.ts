import type { SubscriptionType } from "#lib/channels/channel.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { requireConfirmation } from "#lib/subscribers/confirmations.ts";
import { addressKey } from "#lib/subscribers/normal-addresses.ts";
import {
  deleteSubscriptionRow,
  insertSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import {
  completeSubscription,
  type SubscriptionTarget,
  serializeSubscription,
} from "#lib/subscribers/read.ts";
import {
  auditable,
  checkComplete,
  checkFree,
  checkOffered,
  checkReferences,
  checkTarget,
  filterOf,
  link,
  NOT_QUARANTINED,
  needsOptIn,
  unlessTaken,
  type Whole,
} from "#lib/subscribers/rules.ts";
import type {
  CreateSubscription,
  NewSubscription,
  UpdateSubscription,
} from "#lib/subscribers/schema.ts";
import { deleteLinks } from "#lib/subscribers/tokens.queries.ts";

/** A secret as stored, and in plain text where its owner may see it once. */
export type Secret = { sealed: string | null; plain: string | null };

const NONE: Secret = { sealed: null, plain: null };

// `lib/channels/slack.ts` reads this bot token.
const BOT = /^[CGD][A-Z0-9]{2,30} xox[bp]-\S+$/;

/** Webhooks get a new secret; some chats bring their own. */
function secretFor(type: SubscriptionType, token: string | null | undefined): Secret {
  if (type === "webhook") {
    const secret = newSecret();
    return { sealed: seal(secret), plain: secret };
  }
  const isKept = type === "zoom" || (type === "slack" && BOT.test(token ?? ""));
  return isKept && token ? { sealed: seal(token), plain: null } : NONE;
}

/**
 * Adds a subscription and asks an e-mail or SMS subscriber to confirm it.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createSubscription(
  ctx: Context,
  target: PageTarget,
  input: CreateSubscription,
): Promise<NewSubscription> {
  const grant = await authorize(ctx, "subscription.write", target);
  const {
    service_ids,
    subscription_group_ids,
    confirm,
    metadata = {},
    token,
    filter = filterOf(input),
    ...columns
  } = input;
  checkComplete({ ...input, filter });
  checkTarget(input);
  return changeRecords(ctx, grant, async (trx) => {
    await checkOffered(trx, grant, input);
    await checkReferences(trx, grant, input);
    const confirmed_at = confirm || !needsOptIn(input.type) ? wireNow() : null;
    const secret = secretFor(input.type, token);
    const values = {
      ...columns,
      filter,
      metadata: JSON.stringify(metadata),
      confirmed_at,
      secret_sealed: secret.sealed,
    };
    await checkFree(trx, grant, input);
    const row = await unlessTaken(input.type, insertSubscription(trx, grant, values));
    await link(trx, grant, row.id, input);
    if (row.confirmed_at === null) await requireConfirmation(trx, grant, row);
    return {
      result: {
        ...(await completeSubscription(trx, grant, row)),
        ...(secret.plain && { secret: secret.plain }),
      },
      audit: {
        action: "subscription.create",
        subject_id: row.id,
        changes: auditable(input),
      },
      events: [],
    };
  });
}

// A confirmation belongs to one address.
function confirmation(
  before: SubscriptionRow,
  input: UpdateSubscription,
  type: SubscriptionType,
  isSame: boolean,
): string | null {
  if (isSame && before.confirmed_at) return before.confirmed_at;
  return input.confirm || !needsOptIn(type) ? wireNow() : null;
}

/** A secret goes with the address that it was made for. */
function secretOf(
  before: SubscriptionRow,
  type: SubscriptionType,
  isSame: boolean,
  { token }: UpdateSubscription,
): Secret {
  const isKept = isSame && (type === "webhook" || !token);
  if (isKept) return { sealed: before.secret_sealed, plain: null };
  return secretFor(type, token);
}

// Rows have no default style: the response may show the type's default.
function hiddenOf({ style: _, ...columns }: SubscriptionRow): object {
  return columns;
}

/**
 * A new address starts afresh, and confirming one says that it works. Subscribers who opted out
 * must opt in themselves.
 */
function leavesQuarantine(
  { quarantine_kind }: SubscriptionRow,
  { confirm }: UpdateSubscription,
  isSame: boolean,
): boolean {
  return !isSame || (confirm === true && quarantine_kind !== "unwanted");
}

/**
 * Changes the given fields. A new address ends its links, leaves quarantine and must be confirmed.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateSubscription(
  ctx: Context,
  target: SubscriptionTarget,
  input: UpdateSubscription,
): Promise<NewSubscription> {
  const grant = await authorize(ctx, "subscription.write", target);
  return changeRecords(ctx, grant, async (trx) => {
    const before = await lockSubscription(trx, grant, target.subscription_id);
    const services =
      (await listLinks(trx, grant, "subscription", [before.id])).get(before.id) ?? [];
    const given = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    const was = serializeSubscription(before, services, []);
    const whole = { ...was, ...given } as Whole;
    checkComplete(whole, was as Whole);
    await checkReferences(trx, grant, input);
    const { service_ids, subscription_group_ids, confirm, metadata, token, ...columns } = input;
    const isSame = whole.type === before.type && addressKey(whole) === addressKey(before);
    if (!isSame) {
      checkTarget(whole);
      await checkFree(trx, grant, whole);
    }
    const isNew = whole.type !== before.type || (whole.type === "sms" && !isSame);
    if (isNew) await checkOffered(trx, grant, whole);
    const confirmed_at = confirmation(before, input, whole.type, isSame);
    const secret = secretOf(before, whole.type, isSame, input);
    const values = {
      ...columns,
      address_key: addressKey(whole),
      ...(!isSame && { address_twin: 0 }),
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      confirmed_at,
      secret_sealed: secret.sealed,
      ...(secret.sealed !== before.secret_sealed && { earlier_secrets: "[]" }),
      ...(leavesQuarantine(before, input, isSame) && NOT_QUARANTINED),
      updated_at: wireNow(),
    };
    const answered = await completeSubscription(trx, grant, before);
    const row = await unlessTaken(whole.type, updateSubscriptionRow(trx, grant, before.id, values));
    await link(trx, grant, row.id, input);
    if (!isSame) await deleteLinks(trx, grant, row.id);
    if (!isSame && confirmed_at === null) await requireConfirmation(trx, grant, row);
    return {
      result: {
        ...(await completeSubscription(trx, grant, row)),
        ...(secret.plain && { secret: secret.plain }),
      },
      audit: {
        action: "subscription.update",
        subject_id: row.id,
        changes: auditable(input),
        before: auditable(was),
      },
      events: [],
      was: { result: answered, hidden: [hiddenOf(before), hiddenOf(row)] },
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function deleteSubscription(ctx: Context, target: SubscriptionTarget): Promise<void> {
  const grant = await authorize(ctx, "subscription.write", target);
  await changeRecords(ctx, grant, async (trx) => {
    const { id, type } = await deleteSubscriptionRow(trx, grant, target.subscription_id);
    return {
      result: undefined,
      audit: {
        action: "subscription.delete",
        subject_id: id,
        changes: { type },
      },
      events: [],
    };
  });
}
