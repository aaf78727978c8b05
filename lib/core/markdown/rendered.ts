import { LRUCache } from "lru-cache";
import { asWritten, type Form, inForm } from "#lib/core/markdown/text.ts";
import { requestScope } from "#lib/core/request/request-scope.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Renderer = (sources: string[], form: Form) => Promise<string[]>;

export type Rendered = ReadonlyMap<string, string>;

const MAX_REMEMBERED = 32 * 1024 * 1024;
const MAX_REMEMBERED_TEXT = 8 * 1024 * 1024;
// Takes a few milliseconds at most, so no thread is needed.
const SMALL = 8_192;
// Limits how long others wait for a thread.
const BATCH = 65_536;
// Larger reads wait for a slot.
const LARGE = 262_144;

type Shared = { known: Record<Form, LRUCache<string, string>>; threads: Renderer | null };

function remembering(maxSize: number): LRUCache<string, string> {
  return new LRUCache({
    maxSize,
    sizeCalculation: (shown, source) => source.length + shown.length + 1,
  });
}

const shared = oncePerProcess(
  "markdown",
  (): Shared => ({
    known: { html: remembering(MAX_REMEMBERED), text: remembering(MAX_REMEMBERED_TEXT) },
    threads: null,
  }),
);

export function renderIn(threads: Renderer | null): void {
  shared.threads = threads;
}

function batchesOf(sources: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const source of sources) {
    if (source.length > room) {
      batches.push([]);
      room = BATCH;
    }
    batches.at(-1)?.push(source);
    room -= source.length;
  }
  return batches;
}

function lengthOf(sources: readonly string[]): number {
  return sources.reduce((sum, source) => sum + source.length, 0);
}

/** @returns null when the thread died, so that the text is still shown */
async function renderBatch(sources: string[], form: Form): Promise<string[] | null> {
  const { threads } = shared;
  if (!threads || lengthOf(sources) <= SMALL) return sources.map((source) => inForm(source, form));
  return threads(sources, form).catch(() => null);
}

async function show(sources: Iterable<string>, form: Form): Promise<Rendered> {
  const known = shared.known[form];
  const found = new Map<string, string>();
  const missing: string[] = [];
  const all = [...sources];
  if (lengthOf(all) > LARGE) await requestScope.getStore()?.acquireLargeSlot?.();
  for (const source of new Set(all)) {
    const shown = known.get(source);
    if (shown === undefined) missing.push(source);
    else found.set(source, shown);
  }
  for (const batch of batchesOf(missing)) {
    const rendered = await renderBatch(batch, form);
    for (const [index, source] of batch.entries()) {
      const shown = rendered?.[index];
      found.set(source, shown ?? asWritten(source, form));
      if (shown !== undefined) known.set(source, shown);
    }
  }
  return found;
}

export function renderTexts(sources: Iterable<string>): Promise<Rendered> {
  return show(sources, "html");
}

export function plainTexts(sources: Iterable<string>): Promise<Rendered> {
  return show(sources, "text");
}

export async function renderMarkdown(source: string): Promise<string> {
  return (await renderTexts([source])).get(source) ?? "";
}
