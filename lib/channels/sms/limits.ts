import { createHmac } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { AddressedMessage, Channel } from "#lib/channels/channel.ts";
import {
  addCount,
  type Counted,
  markNotified,
  subtractCount,
} from "#lib/channels/sms/limits.queries.ts";
import type { SmsMessage } from "#lib/channels/sms/message.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { systemContext, withClaims } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { notifyOwners } from "#lib/identity/profile/notices.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { refusesMessage, type Verdict } from "#lib/platform/verdict.ts";

type Bounded = Pick<Settings, "sms_dial_codes">;

/** Whether the page sends texts to the country of a number such as `+4915112345678`. */
export function isDialCodeAllowed(number: string, { sms_dial_codes }: Bounded): boolean {
  const codes = sms_dial_codes.match(/\d+/g) ?? [];
  return codes.length === 0 || codes.some((code) => number.startsWith(`+${code}`));
}

type SmsLimits = Pick<Settings, "sms_dial_codes" | "sms_daily_limit" | "sms_monthly_segments">;

const REFUSALS = {
  country: "no texts are sent to this country",
  number: "the number had its texts of today",
  budget: "the month's text messages are used up",
} as const;

/** Counts store a keyed hash of the number, not the number. */
function numberOf(address: string): Counted {
  const key = env().APP_SECRET ?? "";
  const counted = createHmac("sha256", key).update(`sms ${address}`).digest("base64url");
  return { counted, period: wireNow().slice(0, "2026-11-22".length) };
}

function monthOf(): Counted {
  return { counted: "segments", period: `${wireNow().slice(0, "2026-11".length)}-01` };
}

async function notifyOwnersOfBudget(db: Db, status_page_id: number, month: Counted): Promise<void> {
  const ctx = withClaims(systemContext(db, "sms-bounds"));
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await changeRecords(ctx, grant, async (trx) => {
    if (await markNotified(trx, grant, month, wireNow()))
      await notifyOwners(trx, grant, { kind: "sms.budget" });
    return { result: undefined, audit: null, events: [] };
  });
}

/** Reserves a message's cost. @returns the refusal; null: it may be sent */
async function spend(
  db: Db,
  grant: PageGrant,
  limits: SmsLimits,
  { recipient: { address }, message: { segments } }: AddressedMessage<SmsMessage>,
): Promise<keyof typeof REFUSALS | null> {
  const { sms_daily_limit, sms_monthly_segments } = limits;
  if (!isDialCodeAllowed(address, limits)) return "country";
  const [number, month] = [numberOf(address), monthOf()];
  if (!(await addCount(db, grant, number, { add: 1, most: sms_daily_limit }))) return "number";
  if (await addCount(db, grant, month, { add: segments, most: sms_monthly_segments })) return null;
  await subtractCount(db, grant, number, 1);
  await notifyOwnersOfBudget(db, grant.status_page_id, month);
  return "budget";
}

async function refund(
  db: Db,
  grant: PageGrant,
  { recipient, message }: AddressedMessage<SmsMessage>,
) {
  await subtractCount(db, grant, numberOf(recipient.address), 1);
  await subtractCount(db, grant, monthOf(), message.segments);
}

function isUnsent(verdict: Verdict | undefined): boolean {
  if (verdict?.outcome === "try_again" && verdict.about === "moment") return !verdict.unsure;
  return verdict !== undefined && verdict.outcome !== "delivered";
}

/**
 * Limits a channel of text messages. Costs are reserved before sending, so concurrent processes
 * cannot overspend.
 */
export function withSmsLimits(
  channel: Channel<SmsMessage>,
  db: Db,
  grant: PageGrant,
  limits: SmsLimits,
): Channel<SmsMessage> {
  return {
    ...channel,
    async send(messages, options) {
      const refusals: (keyof typeof REFUSALS | null)[] = [];
      for (const one of messages) refusals.push(await spend(db, grant, limits, one));
      const sent = messages.filter((_, index) => refusals[index] === null);
      const verdicts = sent.length > 0 ? await channel.send(sent, options) : [];
      for (const [index, one] of sent.entries())
        if (isUnsent(verdicts[index])) await refund(db, grant, one);
      const came = verdicts.values();
      return refusals.map((refusal) =>
        refusal === null ? (came.next().value as Verdict) : refusesMessage(REFUSALS[refusal]),
      );
    },
  };
}
