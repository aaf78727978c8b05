import type { Channel } from "#lib/channels/channel.ts";
import type { SmsMessage } from "#lib/channels/sms/message.ts";
import { bounded } from "#lib/channels/sms-limits/bounded.ts";
import { delivered } from "#lib/channels/verdict.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import type { World } from "#tests/support/effects/effect.ts";
import { RECIPIENT } from "#tests/support/stories.ts";

const sends: Channel<SmsMessage> = {
  kind: "sms",
  batch: 1,
  living: false,
  hostOf: () => "",
  render: () => ({ text: "", segments: 1 }),
  handOver: async (handed) => handed.map(() => delivered("")),
};

/** How many of two texts to one number a page sends. */
export async function textsTwice({ database, organization }: World): Promise<number> {
  const grant = await authorizeJob(systemContext(database, "test"), organization.page.id);
  if (!grant) throw new Error("no page");
  const { settings } = await getStatusPageRow(database, grant);
  const channel = bounded(sends, database, grant, parseSettings(settings));
  const recipient = { ...RECIPIENT, address: "+4915112345678" };
  const handed = { recipient, message: { text: "", segments: 1 } };
  const verdicts = await channel.handOver([handed, handed], { sender: null });
  return verdicts.filter(({ outcome }) => outcome === "delivered").length;
}
