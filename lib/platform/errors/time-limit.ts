import { setTimeout as sleep } from "node:timers/promises";

type TimeLimit = {
  signal: AbortSignal;
  isOver(): boolean;
  end(): void;
};

/**
 * Releases its listeners when the work ends; `AbortSignal.timeout` would hold thousands until it
 * fires.
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

export async function withTimeout(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const patience = sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([work, patience]).finally(() => ended.abort());
}
