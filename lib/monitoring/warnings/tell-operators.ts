import type { Db, Trx } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import { enqueueMessage } from "#lib/core/outbox/messages.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listTroubles, type Trouble } from "#lib/monitoring/troubles.queries.ts";
import { endTroubles, listOwnersConcerned, noteTrouble } from "#lib/monitoring/warnings/queries.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

const MOST_OWNERS = 200;

async function tell(trx: Trx, grant: ProgramGrant, { kind, began_at }: Trouble): Promise<number[]> {
  const { OPERATOR_EMAIL: email } = env();
  const owners = email ? [] : await listOwnersConcerned(trx, grant, MOST_OWNERS);
  const people = email ? [{ email }] : owners.map((id) => ({ user_id: String(id) }));
  const ordered: number[] = [];
  for (const person of people)
    ordered.push(
      await enqueueMessage(trx, {
        kind: "monitor.trouble",
        params: { ...person, trouble: kind, began_at },
        expires_at: later(wireNow(), DAY_SECONDS),
      }),
    );
  return ordered;
}

/**
 * Orders letters to the operators, once each time that the monitor itself cannot do its work.
 * @returns the ids of what was ordered
 */
export async function tellOperators(db: Db): Promise<number[]> {
  const grant = authorizeProgram(systemContext(db, "watch-checks"));
  const troubles = await listTroubles(db);
  const kinds = troubles.map(({ kind }) => kind);
  return db.transaction().execute(async (trx) => {
    const ordered: number[] = [];
    await endTroubles(trx, grant, kinds, wireNow());
    for (const trouble of troubles)
      if (await noteTrouble(trx, grant, trouble))
        ordered.push(...(await tell(trx, grant, trouble)));
    return ordered;
  });
}
