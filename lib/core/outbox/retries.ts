const MINUTE = 60;
const HOUR = 60 * MINUTE;

// A person waits for what is sent here: soon at first, then often enough for servers that greylist.
const DELAYS_S = [
  30,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
] as const;
const LAST_DELAY_S = 6 * HOUR;
const JITTER = 0.1;

/**
 * Seconds from an attempt that failed to the next one.
 * @param attempt which one it was, from 1 on
 * @param random from 0 up to 1
 */
export function delayAfter_s(attempt: number, random: number): number {
  return Math.round((DELAYS_S[attempt - 1] ?? LAST_DELAY_S) * (1 + JITTER * random));
}
