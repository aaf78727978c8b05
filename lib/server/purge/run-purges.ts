import { type Db, database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { runLoop } from "#lib/core/leases/loop.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { pageTag } from "#lib/core/request/request-scope.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { PurgeFailure, purge } from "#lib/server/purge/drivers.ts";
import {
  claimProbe,
  claimPurges,
  type DuePurge,
  finishPurges,
  isPurgingCurrent,
  recordFailure,
  recordSuccess,
} from "#lib/server/purge/queries.ts";

const POLL_MS = 300;
const WATCH_MS = 5_000;
// The CDN may have fetched from a node that had not heard of the change, for at most 5 s.
const REPEAT_S = 6;
// So may Varnish, before the only node's fronts had heard of it.
const REPEAT_ALONE_S = 1;
// No page has this tag: it only shows whether purges work.
const PROBE = { status_page_id: 0, hard: false };

function tagsOf(purges: readonly Omit<DuePurge, "id">[]): string[] {
  return [...new Set(purges.map(({ status_page_id }) => pageTag(status_page_id)))];
}

/** Purges the tags of changed pages, each once, hard where something was withdrawn. */
async function purgeAll(purges: readonly Omit<DuePurge, "id">[]): Promise<void> {
  const { CDN_PURGE: cdn, CDN_PURGE_TOKEN: token = "" } = env();
  if (!cdn) return;
  const hard = tagsOf(purges.filter((one) => one.hard));
  const soft = tagsOf(purges).filter((tag) => !hard.includes(tag));
  await purge(cdn, token, { tags: hard, hard: true });
  await purge(cdn, token, { tags: soft, hard: false });
}

function repeatAfter(): number {
  const { CDN_PURGE, NODES } = env();
  return CDN_PURGE?.cdn === "varnish" && NODES === 1 ? REPEAT_ALONE_S : REPEAT_S;
}

/** Tells the CDN of changes that are due, or asks once a minute whether it would be told. */
export async function purgeDue(db: Db): Promise<void> {
  const grant = authorizeProgram(systemContext(db, "purge"));
  const due = await claimPurges(db, grant);
  if (due.length === 0 && !(await claimProbe(db, grant))) return;
  const ids = due.map(({ id }) => id);
  const pages = tagsOf(due);
  try {
    await purgeAll(due.length > 0 ? due : [PROBE]);
    await recordSuccess(db, grant);
    if (ids.length > 0) await finishPurges(db, grant, ids, repeatAfter());
    log().debug({ pages }, "purged at the CDN");
  } catch (error) {
    if (!(error instanceof PurgeFailure)) throw error;
    log().warn({ pages, reason: error.message }, "purging at the CDN failed: trying again");
    await recordFailure(db, grant, ids, error);
  }
}

export async function runPurges(stop: AbortSignal): Promise<void> {
  if (!env().CDN_PURGE) return;
  await runLoop({ stop, failed: "purging at the CDN failed" }, async () => {
    await purgeDue(database());
    return POLL_MS;
  });
}

/** Reports every few seconds, while it is so, that the CDN hears of changes. */
export async function watchPurging(stop: AbortSignal, report: () => void): Promise<void> {
  if (!env().CDN_PURGE) return;
  const grant = authorizeProgram(systemContext(database(), "watch-purging"));
  await runLoop({ stop, failed: "asking about purges failed" }, async () => {
    if (await isPurgingCurrent(database(), grant)) report();
    return WATCH_MS;
  });
}
