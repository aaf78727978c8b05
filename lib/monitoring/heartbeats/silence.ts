import type { Overdue, Taking } from "#lib/monitoring/heartbeats/queries.ts";
import { later, laterOf } from "#lib/platform/clock.ts";

/**
 * What silence means: `down` since the moment at which the heartbeat was due; `wait`: until then
 * nobody can tell; `over`: none is expected any more.
 */
export type Silence =
  | { means: "down"; since: string }
  | { means: "wait"; until: string }
  | { means: "over" };

/** Beats within so many seconds of a break count as without one: an upgrade takes no longer. */
export const BREAK_S = 45;
const AGAIN_S = 30;

/**
 * Judges a heartbeat that did not come. Only where it could have been taken all the time is it
 * missing: after a break in which this installation took none, its time begins anew.
 */
export function judge(
  { last_beat_at, heartbeat }: Pick<Overdue, "last_beat_at" | "heartbeat">,
  taking: Taking | undefined,
  now: string,
): Silence {
  if (!heartbeat) return { means: "over" };
  const { period_s, grace_s } = heartbeat;
  const listens = taking !== undefined && taking.seen_at >= later(now, -BREAK_S);
  if (!listens) return { means: "wait", until: later(now, AGAIN_S) };
  const since = later(laterOf(last_beat_at, taking.since), period_s);
  const until = later(since, grace_s);
  return until > now ? { means: "wait", until } : { means: "down", since };
}
