import type { Place } from "#app/(admin)/pages/[subdomain]/services/_tree.ts";

/** A row of the tree, as its grip says it. */
export type Dragged = { id: number; name: string; place: Place };

export type Zone = "before" | "in" | "after";

const EDGE = 0.3;
// More than any service has below it: as the last.
const LAST = 100_000;

/** Which third of a row is pointed at. */
export function zoneAt(y: number, { top, height }: { top: number; height: number }): Zone {
  const share = (y - top) / height;
  if (share < EDGE) return "before";
  return share > 1 - EDGE ? "after" : "in";
}

/**
 * Where a service comes that is dropped on a row. Below a row whose children follow, it becomes the
 * first of them.
 */
export function placeFor(moved: Dragged, on: Dragged, zone: Zone, hasChildren: boolean): Place {
  if (zone === "in") return { parent_id: on.id, position: LAST };
  if (zone === "after" && hasChildren) return { parent_id: on.id, position: 0 };
  const { parent_id, position } = on.place;
  const isBelow = moved.place.parent_id === parent_id && moved.place.position < position;
  return { parent_id, position: position + (zone === "after" ? 1 : 0) - (isBelow ? 1 : 0) };
}
