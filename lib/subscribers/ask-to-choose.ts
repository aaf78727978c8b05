import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { checkAtHome } from "#lib/core/moves/queries.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { forgetAsked, markAsked } from "#lib/subscribers/emptied.queries.ts";
import { mayAskToChoose } from "#lib/subscribers/offered.ts";

const BATCH = 500;
const USEFUL_DAYS = 7;

/** Writes once to each reader whose services were all deleted; on an open page only. */
export async function askToChoose({ status_page_id }: Payloads["ask-to-choose"]): Promise<void> {
  const ctx = systemContext(database(), "ask-to-choose");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  const page = await getStatusPageRow(ctx.db, grant);
  if (!mayAskToChoose(page, parseSettings(page.settings))) return;
  await ctx.db.transaction().execute(async (trx) => {
    await checkAtHome(ctx, trx, grant);
    await forgetAsked(trx, grant);
  });
  const askSome = () =>
    ctx.db.transaction().execute(async (trx) => {
      const now = wireNow();
      await checkAtHome(ctx, trx, grant);
      const ids = await markAsked(trx, grant, now, BATCH);
      const expires_at = later(now, USEFUL_DAYS * DAY_SECONDS);
      for (const subscription_id of ids)
        await enqueueMessage(trx, {
          ...{ kind: "subscription.choose", status_page_id, subscription_id },
          ...{ params: {}, expires_at },
        });
      return ids.length;
    });
  while ((await askSome()) > 0);
}
