import { LRUCache } from "lru-cache";
import { plainHtml, renderCounted } from "#lib/markdown/render.ts";
import { requestScope } from "#lib/request-scope.ts";

/** Renders some texts elsewhere, in their order. */
type Renderer = (sources: string[]) => Promise<string[]>;

/** The HTML of texts, by text. */
export type Rendered = ReadonlyMap<string, string>;

const MAX_REMEMBERED = 32 * 1024 * 1024;
// Rendered without going elsewhere: it takes a few milliseconds at most.
const SMALL = 8_192;
// Others wait for no more than that, before it is their turn.
const BATCH = 65_536;
// Reads with more take turns.
const LARGE = 262_144;

type Shared = { known: LRUCache<string, string>; threads: Renderer | null };

// Next bundles its own copy of this module: both share what was rendered, and the threads.
const key = Symbol.for("allclear.markdown");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= {
  known: new LRUCache({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (html, source) => source.length + html.length + 1,
  }),
  threads: null,
};
const shared = holder[key];

/** Has large texts rendered by `threads` from now on; null: by this thread again. */
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

function renderHere(sources: readonly string[]): string[] {
  return sources.map((source) => renderCounted(source).html);
}

/** @returns null when the thread died: that gives no reason to show nothing */
async function renderBatch(sources: string[]): Promise<string[] | null> {
  const { threads } = shared;
  if (!threads || lengthOf(sources) <= SMALL) return renderHere(sources);
  return threads(sources).catch(() => null);
}

/** The HTML of Markdown texts, together; large ones are rendered by other threads. */
export async function renderTexts(sources: Iterable<string>): Promise<Rendered> {
  const found = new Map<string, string>();
  const missing: string[] = [];
  const all = [...sources];
  if (lengthOf(all) > LARGE) await requestScope.getStore()?.takeLarge?.();
  for (const source of new Set(all)) {
    const html = shared.known.get(source);
    if (html === undefined) missing.push(source);
    else found.set(source, html);
  }
  for (const batch of batchesOf(missing)) {
    const rendered = await renderBatch(batch);
    for (const [index, source] of batch.entries()) {
      const html = rendered?.[index];
      found.set(source, html ?? plainHtml(source));
      if (html !== undefined) shared.known.set(source, html);
    }
  }
  return found;
}

/** The HTML of one Markdown text; a large one is rendered by another thread. */
export async function renderMarkdown(source: string): Promise<string> {
  return (await renderTexts([source])).get(source) ?? "";
}
