import type { Suggestion } from "#lib/domains/acme/renewal-info.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

const FIRST_S = 60;
const SPREAD = 0.1;
const ASK_AGAIN_S = { least: 60, usual: 6 * 3_600, most: DAY_SECONDS };

/** When a certificate holds, in ms. */
type Life = { from_ms: number; to_ms: number };

/** Lives differ and get shorter: a fraction of it, never a number of days. */
export function twoThirdsOf({ from_ms, to_ms }: Life): number {
  return from_ms + ((to_ms - from_ms) * 2) / 3;
}

/**
 * When to renew: at a random time of the window that the authority suggests, which stays while the
 * window does; at two thirds of the life where it suggests none, or one that would be too late.
 * @param drawn from 0 to 1
 */
export function renewalTime(
  life: Life,
  window: Pick<Suggestion, "start_ms" | "end_ms"> | null,
  { known_ms, drawn }: { known_ms: number | null; drawn: number },
): number {
  const usual = twoThirdsOf(life);
  if (!window) return usual;
  const { start_ms, end_ms } = window;
  // As much of the life is left then as renewals that fail at first may need.
  const latest = life.to_ms - (life.to_ms - life.from_ms) / 10;
  if (start_ms >= latest) return usual;
  if (known_ms !== null && known_ms >= start_ms && known_ms <= Math.min(end_ms, latest))
    return known_ms;
  return start_ms + drawn * (Math.min(end_ms, latest) - start_ms);
}

/** In how many seconds the authority is asked again when to renew. */
export function askAgain_s(asked_s: number): number {
  const { least, usual, most } = ASK_AGAIN_S;
  return asked_s === 0 ? usual : Math.min(Math.max(asked_s, least), most);
}

/**
 * How long to wait after so many failures in a row: a minute first, a day at most, never less than
 * the authority asked for.
 * @param drawn from 0 to 1
 */
export function pause_s(failures: number, asked_s: number, drawn: number): number {
  const doubled = FIRST_S * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  return Math.ceil(Math.max(Math.min(doubled, DAY_SECONDS), asked_s) * (1 + drawn * SPREAD));
}
