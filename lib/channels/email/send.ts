import type { Db } from "#db/index.ts";
import type { Verdict } from "#lib/channels/channel.ts";
import { mailRouteOf } from "#lib/channels/email/route.ts";
import { outcomeOf } from "#lib/channels/outcome.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Settings } from "#lib/pages/schema.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import type { Mail } from "#lib/platform/mail/mime.ts";

const NO_LINKS = { manage_url: null, unsubscribe_url: null, living: false, earlier: null };

/** Why no mail leaves, whoever it is for; undefined: it does, or it is about this one. */
function troubleOf(verdict: Verdict): string | undefined {
  if (verdict.outcome === "delivered") return undefined;
  const isOurs =
    verdict.outcome === "try_again" ? verdict.scope !== "recipient" : verdict.fault === "sender";
  return isOurs ? verdict.answer || verdict.reason : undefined;
}

/** Sends one mail of a page by the way that all its mail leaves. @param name stands in `From` */
export async function sendPageMail(
  db: Db,
  grant: PageGrant,
  settings: Settings,
  { name, ...mail }: Omit<Mail, "from"> & { name: string },
): Promise<Outcome> {
  const { to, message_id, ...written } = mail;
  const { sender, from_address, channelFor } = await mailRouteOf(db, grant, settings);
  const template = { ...written, from: { name, address: from_address } };
  const links = { references: "", manage_url: "", unsubscribe_url: "" };
  const values = { email: to, message_id, ...links };
  const channel = channelFor({ templateOf: () => template, valuesOf: () => values });
  const recipient = { address: to, secret: null, ...NO_LINKS };
  const handed = { recipient, message: { template, values } };
  const [verdict] = await channel.handOver([handed], { sender });
  const outcome = outcomeOf(verdict);
  const trouble = verdict && troubleOf(verdict);
  return outcome.outcome === "try_again" && trouble ? { ...outcome, trouble } : outcome;
}
