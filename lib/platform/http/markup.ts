import type { ReactNode } from "react";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Draw = (node: ReactNode) => string;
type Shared = { draw: Draw | null };
type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

// Next keeps React's renderer from its copy of this module.
const shared = oncePerProcess("markup", (): Shared => ({ draw: null }));

export function drawBy(draw: Draw): void {
  shared.draw = draw;
}

/**
 * Content of an element, for synchronous elements without forms of server actions. Our server
 * renders them in one pass; Next would serialize and parse the tree first.
 */
export function contentOf(node: ReactNode): Content {
  const { draw } = shared;
  return draw ? { dangerouslySetInnerHTML: { __html: draw(node) } } : { children: node };
}
