import type { ReactNode } from "react";

type Draw = (node: ReactNode) => string;
type Shared = { draw: Draw | null };

// Next bundles its own copy of this module, and keeps React's renderer from it.
const key = Symbol.for("allclear.markup");
const holder = globalThis as { [key]?: Shared };
holder[key] ??= { draw: null };
const shared = holder[key];

/** Has elements drawn by `draw` from now on. */
export function drawBy(draw: Draw): void {
  shared.draw = draw;
}

/**
 * The HTML of elements that are neither asynchronous nor forms of server actions, in one pass: the
 * framework makes a tree of them, and reads it again, before it draws them.
 */
export function markupOf(node: ReactNode): string {
  if (!shared.draw) throw new Error("nothing draws elements yet");
  return shared.draw(node);
}
