import { isMainThread } from "node:worker_threads";
import { renderCounted } from "#lib/markdown/render.ts";
import { yieldToOthers } from "#lib/priority.ts";

// Only Linux knows priorities of threads; elsewhere the whole process would yield.
const NICENESS = 10;
if (!isMainThread && process.platform === "linux") yieldToOthers(NICENESS);

/** What a thread of lib/markdown/threads.ts does. */
export default function render(sources: string[]): string[] {
  return sources.map((source) => renderCounted(source).html);
}
