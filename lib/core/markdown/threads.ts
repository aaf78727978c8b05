import { availableParallelism } from "node:os";
import Tinypool from "tinypool";
import { renderIn } from "#lib/core/markdown/rendered.ts";

const MAX_THREADS = 2;
const IDLE_MS = 300_000;
const MAX_MEMORY_MIB = 128;

/** Starts threads when needed. @returns a function that ends them */
export function openThreads(): () => Promise<void> {
  const pool = new Tinypool({
    filename: new URL("thread.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB },
  });
  renderIn((sources, form) => pool.run({ sources, form }));
  return async () => {
    renderIn(null);
    await pool.destroy();
  };
}
