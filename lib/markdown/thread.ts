import { renderCounted } from "#lib/markdown/render.ts";

/** What a thread of lib/markdown/threads.ts does. */
export default function render(sources: string[]): string[] {
  return sources.map((source) => renderCounted(source).html);
}
