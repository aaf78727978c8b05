import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listLinks } from "#lib/services/links.queries.ts";
import { deleteLinks } from "#lib/subscribers/links/queries.ts";
import { askOrRefuse } from "#lib/subscribers/messages.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  updateSubscriptionRow,
} from "#lib/subscribers/queries.ts";
import { completeSubscription, type SubscriptionTarget } from "#lib/subscribers/read.ts";
import { RELEASED } from "#lib/subscribers/released.ts";
import {
  addressFields,
  auditable,
  checkComplete,
  checkOffered,
  checkReferences,
  checkTarget,
  link,
  needsOptIn,
  unlessTaken,
} from "#lib/subscribers/rules.ts";
import type { NewSubscription, UpdateSubscription } from "#lib/subscribers/schema.ts";
import { type Secret, secretFor } from "#lib/subscribers/secret.ts";
import { serializeSubscription } from "#lib/subscribers/serialize.ts";

function keepsAddress(
  before: SubscriptionRow,
  input: UpdateSubscription,
  type: SubscriptionType,
): boolean {
  return (
    before.type === type &&
    addressFields(type).every(
      (field) => input[field] === undefined || input[field] === before[field],
    )
  );
}

// Who confirmed one address has not confirmed another.
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
  if (isKept) return { sealed: before.secret_sealed, told: null };
  return secretFor(type, token);
}

// The style that is answered may be the default of the type, which no row has.
function hiddenOf({ style: _, ...columns }: SubscriptionRow): object {
  return columns;
}

/**
 * A refused address says nothing of another one; who confirms it says that it works. Whoever wants
 * no more has to say themselves that they do.
 */
function leavesQuarantine(
  { quarantine_kind }: SubscriptionRow,
  { confirm }: UpdateSubscription,
  isSame: boolean,
): boolean {
  return !isSame || (confirm === true && quarantine_kind !== "unwanted");
}

/**
 * Changes the given fields of a subscription. A new address has to be confirmed, and is sent the
 * request; links that went to the old one stop working. A new or confirmed address leaves quarantine.
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
    const whole = { ...serializeSubscription(before, services, []), ...given } as Parameters<
      typeof checkComplete
    >[0];
    checkComplete(whole);
    checkTarget(input);
    await checkReferences(trx, grant, input);
    const { service_ids, subscription_group_ids, confirm, metadata, token, ...columns } = input;
    const isSame = keepsAddress(before, input, whole.type);
    const isNew = whole.type !== before.type || (whole.type === "sms" && !isSame);
    if (isNew) await checkOffered(trx, grant, whole);
    const confirmed_at = confirmation(before, input, whole.type, isSame);
    const secret = secretOf(before, whole.type, isSame, input);
    const values = {
      ...columns,
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      confirmed_at,
      secret_sealed: secret.sealed,
      ...(leavesQuarantine(before, input, isSame) && RELEASED),
      updated_at: wireNow(),
    };
    const was = { result: await completeSubscription(trx, grant, before) };
    const row = await unlessTaken(whole.type, updateSubscriptionRow(trx, grant, before.id, values));
    await link(trx, grant, row.id, input);
    if (!isSame) await deleteLinks(trx, grant, row.id);
    if (!isSame && confirmed_at === null) await askOrRefuse(trx, grant, row);
    return {
      result: {
        ...(await completeSubscription(trx, grant, row)),
        ...(secret.told && { secret: secret.told }),
      },
      audit: {
        action: "subscription.update",
        subject_id: row.id,
        changes: auditable(input),
        before: auditable(serializeSubscription(before, services, [])),
      },
      events: [],
      was: { ...was, hidden: [hiddenOf(before), hiddenOf(row)] },
    };
  });
}
