import { isMainThread } from "node:worker_threads";
import { type Form, inForm } from "#lib/core/markdown/text.ts";
import { yieldToOthers } from "#lib/platform/process/priority.ts";

// Only Linux knows priorities of threads; elsewhere the whole process would yield.
const NICENESS = 10;
if (!isMainThread && process.platform === "linux") yieldToOthers(NICENESS);

/** What a thread of lib/core/markdown/threads.ts does. */
export default function render({ sources, form }: { sources: string[]; form: Form }): string[] {
  return sources.map((source) => inForm(source, form));
}
