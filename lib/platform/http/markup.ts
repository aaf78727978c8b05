import type { ReactNode } from "react";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Draw = (node: ReactNode) => string;
type Shared = { draw: Draw | null };

// Next keeps React's renderer from its copy of this module.
const shared = oncePerProcess("markup", (): Shared => ({ draw: null }));

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
