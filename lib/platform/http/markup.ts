import type { ReactNode } from "react";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Draw = (node: ReactNode) => string;
type Shared = { draw: Draw | null };

// Next keeps React's renderer from its copy of this module.
const shared = oncePerProcess("markup", (): Shared => ({ draw: null }));

export function drawBy(draw: Draw): void {
  shared.draw = draw;
}

/** Renders synchronous elements in one pass; Next would serialize and parse the tree first. */
export function markupOf(node: ReactNode): string {
  if (!shared.draw) throw new Error("nothing draws elements yet");
  return shared.draw(node);
}
