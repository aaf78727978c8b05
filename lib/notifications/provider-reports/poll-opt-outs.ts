import { database, isDatabaseLost } from "#db/index.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { listOptOuts } from "#lib/channels/sms/esendex.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { applyReports } from "#lib/notifications/provider-reports/apply-reports.ts";
import { listEnabledAnywhere } from "#lib/notifications/provider-reports/queries.ts";
import type { ProviderReport } from "#lib/notifications/provider-reports/report.ts";
import { log } from "#lib/platform/log.ts";

const BATCH = 100;

type Row = Awaited<ReturnType<typeof listEnabledAnywhere>>[number];

async function poll(ctx: Context, integration: Row): Promise<void> {
  const listed = await listOptOuts({ sender: senderOf(integration) });
  if ("verdict" in listed) {
    const { id: integration_id } = integration;
    log().warn({ integration_id, ...listed.verdict }, "listing opt-outs failed");
    return;
  }
  const report = listed.numbers.map(
    (address): ProviderReport => ({
      type: "sms",
      address,
      status: "unsubscribed",
      reason: "opted out at Esendex",
    }),
  );
  await applyReports(ctx, integration.status_page_id, report);
}

export async function pollOptOuts(): Promise<void> {
  const ctx = systemContext(database(), "poll-opt-outs");
  const grant = authorizeProgram(ctx);
  for (let after = 0; ; ) {
    const some = await listEnabledAnywhere(ctx.db, grant, "esendex", { after, limit: BATCH });
    for (const integration of some) {
      after = integration.id;
      // One page's failure must not stop the others.
      await poll(ctx, integration).catch((error) => {
        if (isDatabaseLost(error)) throw error;
        log().error({ err: error, integration_id: after }, "applying opt-outs failed");
      });
    }
    if (some.length < BATCH) return;
  }
}
