import { createHmac } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { Channel, Handed, Verdict } from "#lib/channels/channel.ts";
import type { SmsMessage } from "#lib/channels/sms/message.ts";
import { isTexted } from "#lib/channels/sms-limits/dial-codes.ts";
import { addCount, type Counted, markTold, takeBack } from "#lib/channels/sms-limits/queries.ts";
import { neverAgain } from "#lib/channels/verdict.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { tellOwners } from "#lib/identity/profile/notices.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

/** How far a page's texts go. */
type SmsBounds = Pick<Settings, "sms_dial_codes" | "sms_daily_limit" | "sms_monthly_segments">;

const REFUSALS = {
  country: "no texts are sent to this country",
  number: "the number had its texts of today",
  budget: "the month's text messages are used up",
} as const;

/** A number as it is counted: whoever reads the counts does not learn it. */
function numberOf(address: string): Counted {
  const key = env().APP_SECRET ?? "";
  const counted = createHmac("sha256", key).update(`sms ${address}`).digest("base64url");
  return { counted, period: wireNow().slice(0, "2026-11-22".length) };
}

function monthOf(): Counted {
  return { counted: "segments", period: `${wireNow().slice(0, "2026-11".length)}-01` };
}

/** Tells the owners, once a month. */
async function tellOfBudget(db: Db, status_page_id: number, month: Counted): Promise<void> {
  const ctx = systemContext(db, "sms-bounds");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await recordFacts(ctx, grant, async (trx) => {
    if (await markTold(trx, grant, month, wireNow()))
      await tellOwners(trx, grant, { kind: "sms.budget" });
    return { result: undefined, audit: null, events: [] };
  });
}

/** Takes what a message costs from what is left. @returns why it may not be sent; null: it may */
async function spend(
  db: Db,
  grant: PageGrant,
  bounds: SmsBounds,
  { recipient: { address }, message: { segments } }: Handed<SmsMessage>,
): Promise<keyof typeof REFUSALS | null> {
  const { sms_daily_limit, sms_monthly_segments } = bounds;
  if (!isTexted(address, bounds)) return "country";
  const [number, month] = [numberOf(address), monthOf()];
  if (!(await addCount(db, grant, number, { add: 1, most: sms_daily_limit }))) return "number";
  if (await addCount(db, grant, month, { add: segments, most: sms_monthly_segments })) return null;
  await takeBack(db, grant, number, 1);
  await tellOfBudget(db, grant.status_page_id, month);
  return "budget";
}

/** What surely never left costs nothing. */
async function refund(db: Db, grant: PageGrant, { recipient, message }: Handed<SmsMessage>) {
  await takeBack(db, grant, numberOf(recipient.address), 1);
  await takeBack(db, grant, monthOf(), message.segments);
}

function isUnsent(verdict: Verdict | undefined): boolean {
  if (verdict?.outcome === "try_again") return !verdict.unsure;
  return verdict?.outcome === "never_again";
}

/**
 * A channel of texts that stays within a page's bounds: what a message costs is taken before it
 * leaves, so that no number of processes spends more together.
 */
export function bounded(
  channel: Channel<SmsMessage>,
  db: Db,
  grant: PageGrant,
  bounds: SmsBounds,
): Channel<SmsMessage> {
  return {
    ...channel,
    async handOver(handed, way) {
      const refusals: (keyof typeof REFUSALS | null)[] = [];
      for (const one of handed) refusals.push(await spend(db, grant, bounds, one));
      const sent = handed.filter((_, index) => refusals[index] === null);
      const verdicts = sent.length > 0 ? await channel.handOver(sent, way) : [];
      for (const [index, one] of sent.entries())
        if (isUnsent(verdicts[index])) await refund(db, grant, one);
      const came = verdicts.values();
      return refusals.map((refusal) =>
        refusal === null
          ? (came.next().value as Verdict)
          : neverAgain("message", REFUSALS[refusal]),
      );
    },
  };
}
