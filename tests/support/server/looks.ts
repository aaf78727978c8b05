import { expect } from "@playwright/test";

const PAUSE_MS = 20;
const LIMIT_MS = 60_000;

/** As many looks as fit into a time. */
export function looksIn(ms: number): number {
  return ms / PAUSE_MS;
}

/**
 * Looks every 20 ms until what it sees is right.
 * @returns how often it looked: a time that does not grow where the machine is busy with
 *   something else
 */
export async function looksUntil(right: () => Promise<boolean>): Promise<number> {
  let looks = 0;
  const look = () => {
    looks += 1;
    return right();
  };
  await expect.poll(look, { intervals: [PAUSE_MS], timeout: LIMIT_MS }).toBe(true);
  return looks;
}
