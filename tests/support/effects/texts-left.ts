import type { Channel } from "#lib/channels/channel.ts";
import { withSmsLimits } from "#lib/channels/sms/limits.ts";
import type { SmsMessage } from "#lib/channels/sms/message.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { delivered } from "#lib/platform/verdict.ts";
import { RECIPIENT } from "#tests/support/data/stories.ts";
import type { World } from "#tests/support/effects/effect.ts";

const sends: Channel<SmsMessage> = {
  kind: "sms",
  batch: 1,
  canThread: false,
  hostOf: () => "",
  render: () => ({ text: "", segments: 1 }),
  send: async (messages) => messages.map(() => delivered("")),
};

/** How many of two texts to one number a page sends. */
export async function textsTwice({ database, organization }: World): Promise<number> {
  const grant = await authorizeJob(systemContext(database, "test"), organization.page.id);
  if (!grant) throw new Error("no page");
  const { settings } = await getStatusPageRow(database, grant);
  const channel = withSmsLimits(sends, database, grant, parseSettings(settings));
  const recipient = { ...RECIPIENT, address: "+4915112345678" };
  const messages = { recipient, message: { text: "", segments: 1 } };
  const verdicts = await channel.send([messages, messages], { sender: null });
  return verdicts.filter(({ outcome }) => outcome === "delivered").length;
}
