import { database, isDatabaseLost } from "#db/index.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { listOptOuts } from "#lib/channels/sms/esendex.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { heed } from "#lib/notifications/provider-reports/quarantine.ts";
import { listEnabledAnywhere } from "#lib/notifications/provider-reports/queries.ts";
import type { Told } from "#lib/notifications/provider-reports/told.ts";
import { log } from "#lib/platform/log.ts";

const BATCH = 100;

type Row = Awaited<ReturnType<typeof listEnabledAnywhere>>[number];

async function poll(ctx: Context, integration: Row): Promise<void> {
  const listed = await listOptOuts({ sender: senderOf(integration) });
  if ("verdict" in listed) {
    const { id: integration_id } = integration;
    log().warn({ integration_id, ...listed.verdict }, "opt-outs cannot be listed");
    return;
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

/** Asks Esendex who wants no more: it keeps lists, and tells nobody by itself. */
export async function pollOptOuts(): Promise<void> {
  const ctx = systemContext(database(), "poll-opt-outs");
  const grant = authorizeProgram(ctx);
  for (let after = 0; ; ) {
    const some = await listEnabledAnywhere(ctx.db, grant, "esendex", { after, limit: BATCH });
    for (const integration of some) {
      after = integration.id;
      // Those of other pages are heeded all the same.
      await poll(ctx, integration).catch((error) => {
        if (isDatabaseLost(error)) throw error;
        log().error({ err: error, integration_id: after }, "opt-outs cannot be heeded");
      });
    }
    if (some.length < BATCH) return;
  }
}
