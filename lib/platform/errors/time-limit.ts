import { setTimeout as sleep } from "node:timers/promises";

type TimeLimit = {
  /** Aborts when the time is over, or with the other signal. */
  signal: AbortSignal;
  isOver(): boolean;
  /** Lets go of everything: nothing aborts any more. */
  end(): void;
};

/**
 * A time limit that ends with what it limits. `AbortSignal.timeout` holds what listens to it until
 * its time is over, and thousands of calls a second end long before.
 * @param stop another signal that aborts
 */
export function timeLimit(ms: number, stop?: AbortSignal): TimeLimit {
  const limit = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    limit.abort(new DOMException("The time is over", "TimeoutError"));
  }, ms);
  const abort = () => limit.abort(stop?.reason);
  if (stop?.aborted) abort();
  else stop?.addEventListener("abort", abort, { once: true });
  return {
    signal: limit.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", abort);
    },
  };
}

/** Waits for work to end, for so long at most. */
export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([work, patience]).finally(() => ended.abort());
}
