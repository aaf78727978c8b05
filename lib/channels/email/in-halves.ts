import type { Handed, Verdict, Way } from "#lib/channels/channel.ts";

type Post<M> = (handed: readonly Handed<M>[], way: Way) => Promise<Verdict>;

/**
 * Hands over by one call, and by two halves where that is refused: one address that a provider does
 * not like refuses the mail to all with it.
 */
export function inHalves<M>(post: Post<M>) {
  return async function hand(handed: readonly Handed<M>[], way: Way): Promise<Verdict[]> {
    const verdict = await post(handed, way);
    const isRefused = verdict.outcome === "never_again" && verdict.fault === "message";
    if (!isRefused || handed.length <= 1) return handed.map(() => verdict);
    const half = Math.ceil(handed.length / 2);
    const first = await hand(handed.slice(0, half), way);
    return [...first, ...(await hand(handed.slice(half), way))];
  };
}
