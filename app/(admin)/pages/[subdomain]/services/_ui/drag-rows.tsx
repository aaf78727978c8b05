"use client";
import { GripVertical } from "lucide-react";
import { type DragEvent, type ReactNode, useRef } from "react";
import { type Dragged, placeFor, zoneAt } from "./drop-place.ts";
import { usePlacing } from "./use-moves.ts";

const GRIP = "[data-grip]";

function gripIn(row: Element | null | undefined): Dragged | null {
  const grip = row?.querySelector<HTMLElement>(GRIP)?.dataset.grip;
  return grip ? (JSON.parse(grip) as Dragged) : null;
}

function rowOf({ target }: DragEvent): HTMLTableRowElement | null {
  return target instanceof Element ? target.closest<HTMLTableRowElement>("tbody tr") : null;
}

/** Rows that are dragged by their grips: between others, or onto one to stand below it. */
export function DragRows({ subdomain, children }: { subdomain: string; children: ReactNode }) {
  const put = usePlacing(subdomain);
  const dragged = useRef<Dragged | null>(null);
  const marked = useRef<HTMLElement | null>(null);

  function mark(row: HTMLElement | null, zone?: string): void {
    if (marked.current !== row) marked.current?.removeAttribute("data-drop");
    if (row && zone) row.dataset.drop = zone;
    marked.current = row;
  }
  function begin(event: DragEvent): void {
    const row = rowOf(event);
    const isGrip = event.target instanceof Element && event.target.closest(GRIP) !== null;
    dragged.current = isGrip ? gripIn(row) : null;
    if (!row || !dragged.current) return;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged.current.name);
    event.dataTransfer.setDragImage(row, 0, row.offsetHeight / 2);
  }
  function over(event: DragEvent): void {
    const row = rowOf(event);
    const on = gripIn(row);
    if (!row || !on || !dragged.current) return;
    if (on.id === dragged.current.id) {
      mark(null);
      return;
    }
    event.preventDefault();
    mark(row, zoneAt(event.clientY, row.getBoundingClientRect()));
  }
  function drop(event: DragEvent): void {
    const row = rowOf(event);
    const on = gripIn(row);
    const moved = dragged.current;
    if (!row || !on || !moved || on.id === moved.id) return;
    event.preventDefault();
    const hasChildren = gripIn(row.nextElementSibling)?.place.parent_id === on.id;
    const zone = zoneAt(event.clientY, row.getBoundingClientRect());
    put(moved, placeFor(moved, on, zone, hasChildren), "to");
    end();
  }
  function end(): void {
    dragged.current = null;
    mark(null);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and the menu of a row move it, too
    <div onDragStart={begin} onDragOver={over} onDrop={drop} onDragEnd={end}>
      {children}
    </div>
  );
}

/** Keys and the row's menu do the same. */
export function Grip({ row }: { row: Dragged }) {
  return (
    <span
      draggable
      aria-hidden="true"
      data-grip={JSON.stringify(row)}
      className="reveal absolute inset-s-4 top-1 z-1 flex h-8 w-5 cursor-grab items-center justify-center text-muted noscript:hidden pointer-coarse:hidden"
    >
      <GripVertical size={16} />
    </span>
  );
}
