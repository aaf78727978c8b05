import type { Handed, Verdict, Way } from "#lib/channels/channel.ts";
import { tryAgain } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";

type Post<M> = (handed: readonly Handed<M>[], way: Way) => Promise<Verdict>;

const LATER = tryAgain("its turn did not come");
// With the wait before it and the last call after it, this is shorter than a claim lasts.
const PATIENCE_MS = 30_000;

/**
 * Hands over by one call, and by two halves where that is refused: one address that a provider does
 * not like refuses the mail to all with it. What it does not get to within 30 s is left for later.
 */
export function inHalves<M>(post: Post<M>) {
  const handBy =
    (until_ms: number) =>
    async (handed: readonly Handed<M>[], way: Way): Promise<Verdict[]> => {
      const hand = handBy(until_ms);
      if (now().getTime() > until_ms) return handed.map(() => LATER);
      const verdict = await post(handed, way);
      const isRefused = verdict.outcome === "never_again" && verdict.fault === "message";
      if (!isRefused || handed.length <= 1) return handed.map(() => verdict);
      const half = Math.ceil(handed.length / 2);
      const first = await hand(handed.slice(0, half), way);
      return [...first, ...(await hand(handed.slice(half), way))];
    };
  return (handed: readonly Handed<M>[], way: Way): Promise<Verdict[]> =>
    handBy(now().getTime() + PATIENCE_MS)(handed, way);
}
