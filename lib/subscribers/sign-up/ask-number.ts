import type { Db } from "#db/index.ts";
import { SMS } from "#lib/channels/channels.ts";
import { outcomeOf } from "#lib/channels/outcome.ts";
import { senderOf } from "#lib/channels/sender.ts";
import { cheapest, segmentsOf } from "#lib/channels/sms/segments.ts";
import { bounded } from "#lib/channels/sms-limits/bounded.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabled } from "#lib/pages/integrations/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import type { SubscriptionRow } from "#lib/subscribers/queries.ts";

/** A subscriber's number as providers take it: `+4915112345678`. */
function numberOf({ country_dial_code, phone_number }: SubscriptionRow): string {
  return `+${country_dial_code}${phone_number}`;
}

/**
 * Texts a link to a number: who opens it has the phone in their hands. It leaves by the page's own
 * integration.
 */
export async function askNumber(
  db: Db,
  grant: PageGrant,
  subscription: SubscriptionRow,
  { text, url, settings }: { text: string; url: string; settings: Settings },
): Promise<Outcome> {
  const integration = await findEnabled(db, grant, Object.keys(SMS));
  const unbounded = integration && SMS[integration.name];
  if (!integration || !unbounded) return { outcome: "never_again", reason: "no SMS integration" };
  const whole = cheapest(`${text}\n${url}`);
  const message = { text: whole, segments: segmentsOf(whole).segments };
  const links = { manage_url: null, unsubscribe_url: null, living: false, earlier: null };
  const recipient = { address: numberOf(subscription), secret: null, ...links };
  const sender = senderOf(integration);
  const channel = bounded(unbounded, db, grant, settings);
  const [verdict] = await channel.handOver([{ recipient, message }], { sender });
  return outcomeOf(verdict);
}
