import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/auth/authorize.ts";
import { heed } from "#lib/callbacks/quarantine.ts";
import { listEnabledAnywhere } from "#lib/callbacks/queries.ts";
import type { Told } from "#lib/callbacks/told.ts";
import { senderOf } from "#lib/channels/sender.ts";
import { listOptOuts } from "#lib/channels/sms/esendex.ts";
import { systemContext } from "#lib/context.ts";
import { log } from "#lib/log.ts";

const BATCH = 100;

/** Asks Esendex who wants no more: it keeps lists, and tells nobody by itself. */
export async function pollOptOuts(): Promise<void> {
  const ctx = systemContext(database(), "poll-opt-outs");
  const grant = authorizeProgram(ctx);
  for (let after = 0; ; ) {
    const some = await listEnabledAnywhere(ctx.db, grant, "esendex", { after, limit: BATCH });
    for (const integration of some) {
      after = integration.id;
      const listed = await listOptOuts({ sender: senderOf(integration) });
      if ("verdict" in listed) {
        log().warn({ integration_id: after, ...listed.verdict }, "opt-outs cannot be listed");
        continue;
      }
      const told = listed.numbers.map(
        (address): Told => ({
          type: "sms",
          address,
          news: "unwanted",
          reason: "opted out at Esendex",
        }),
      );
      await heed(ctx, integration.status_page_id, told);
    }
    if (some.length < BATCH) return;
  }
}
