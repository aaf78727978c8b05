import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/auth/authorize.ts";
import { endTroubles, listOwnersConcerned, noteTrouble } from "#lib/automation/notices/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { listTroubles } from "#lib/monitoring/troubles/queries.ts";
import { orderMessage } from "#lib/outbox/order.ts";

const MOST_OWNERS = 200;

/** Tells the operators, once each time, when the monitor itself cannot do its work. */
export async function watchChecks(): Promise<void> {
  const ctx = systemContext(database(), "watch-checks");
  const grant = authorizeProgram(ctx);
  const troubles = await listTroubles(ctx.db);
  await ctx.db.transaction().execute(async (trx) => {
    await endTroubles(
      trx,
      grant,
      troubles.map(({ kind }) => kind),
      wireNow(),
    );
    for (const trouble of troubles) {
      if (!(await noteTrouble(trx, grant, trouble))) continue;
      const { OPERATOR_EMAIL: email } = env();
      const owners = email ? [] : await listOwnersConcerned(trx, grant, MOST_OWNERS);
      const people = email ? [{ email }] : owners.map((id) => ({ user_id: String(id) }));
      const { kind, began_at } = trouble;
      for (const person of people)
        await orderMessage(trx, {
          kind: "monitor.trouble",
          params: { ...person, trouble: kind, began_at },
          expires_at: later(wireNow(), DAY_SECONDS),
        });
    }
  });
}
