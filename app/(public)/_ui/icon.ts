import type { Severity } from "#lib/core/fields/severity.ts";

const SHAPES: Record<Severity | "none" | "unknown", [color: string, path: string]> = {
  unknown: ["#6b7480", "M5 8h6"],
  none: ["#1a9c7b", "M4 8.5l3 3 5.5-6.5"],
  minor: ["#d98c00", "M8 4v5M8 11.5v.5"],
  major: ["#d9483f", "M5 5l6 6M11 5l-6 6"],
  scheduled: ["#5378c1", "M5 11l6-6M9 4l3 3"],
};

type State = keyof typeof SHAPES;

/** The page's state as a picture. */
export function iconOf(state: State): string {
  const [color, path] = SHAPES[state];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="${color}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>`;
}

/** The same for a tab: no request of its own. */
export function iconHref(state: State): string {
  return `data:image/svg+xml,${encodeURIComponent(iconOf(state))}`;
}
