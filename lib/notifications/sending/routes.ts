import type { Db } from "#db/index.ts";
import type { Channel, Sender, SubscriptionType } from "#lib/channels/channel.ts";
import type { EmailRenderer } from "#lib/channels/email/message.ts";
import { isSentByProvider, mailRouteOf, senderOf } from "#lib/channels/email/route.ts";
import { DIRECT, SMS } from "#lib/channels/registry.ts";
import { withSmsLimits } from "#lib/channels/sms/limits.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabledIntegration, type IntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";

export type Route = {
  sender: Sender | null;
  /** Messages with the same key share a learned rate. */
  rate_key: string;
  limits: "account" | "address";
  from_address: string;
  channelFor(renderer: EmailRenderer | null): Channel<object>;
};

function written(renderer: EmailRenderer | null): EmailRenderer {
  if (!renderer) throw new Error("e-mail needs a renderer");
  return renderer;
}

const accountKey = ({ id }: { id: number }) => `integration ${id}`;

function byText(
  db: Db,
  grant: PageGrant,
  row: IntegrationRow | undefined,
  settings: Settings,
): Route | null {
  const unlimited = row && SMS[row.name];
  if (!unlimited) return null;
  const channel = withSmsLimits(unlimited, db, grant, settings);
  return {
    sender: senderOf(row),
    rate_key: accountKey(row),
    limits: "account",
    from_address: "",
    channelFor: () => channel,
  };
}

/** @returns null: the page cannot send this channel */
export async function routeOf(
  db: Db,
  grant: PageGrant,
  type: SubscriptionType,
  settings: Settings,
): Promise<Route | null> {
  if (type === "sms")
    return byText(db, grant, await findEnabledIntegration(db, grant, Object.keys(SMS)), settings);
  if (type !== "email") {
    const channelFor = () => DIRECT[type];
    const rate_key = `organization ${grant.organization_id}`;
    return { sender: null, rate_key, limits: "address", from_address: "", channelFor };
  }
  const { sender, from_address, channelFor } = await mailRouteOf(db, grant, settings);
  return {
    ...{ sender, from_address, limits: "account" },
    rate_key: sender ? accountKey(sender) : "server",
    channelFor: (renderer) => channelFor(written(renderer)),
  };
}

const BATCH_SIZES = { mails: 250, by_provider: 1_000, others: 200 };

export async function batchSize(db: Db, grant: PageGrant, type: SubscriptionType): Promise<number> {
  if (type !== "email") return BATCH_SIZES.others;
  return (await isSentByProvider(db, grant)) ? BATCH_SIZES.by_provider : BATCH_SIZES.mails;
}
