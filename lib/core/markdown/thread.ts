import { isMainThread } from "node:worker_threads";
import { type Form, inForm } from "#lib/core/markdown/text.ts";
import { yieldToOthers } from "#lib/platform/process/priority.ts";

// Only Linux has priorities per thread; elsewhere the whole process would yield.
const NICENESS = 10;
if (!isMainThread && process.platform === "linux") yieldToOthers(NICENESS);

export default function render({ sources, form }: { sources: string[]; form: Form }): string[] {
  return sources.map((source) => inForm(source, form));
}
