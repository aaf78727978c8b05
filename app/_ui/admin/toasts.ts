"use client";
import type { Done } from "#lib/core/forms/state.ts";

/** `isUndone`: it tells of an undo, and what it offers does the thing again. */
export type Toast = Done & { id: number; isUndone: boolean };

type Listener = () => void;

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<Listener>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says that something is done; what was said before gives way. */
export function toast(done: Done, isUndone = false): void {
  last += 1;
  set([{ ...done, id: last, isUndone }]);
}

export function dismiss(id: number): void {
  set(toasts.filter((shown) => shown.id !== id));
}

export function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shown(): readonly Toast[] {
  return toasts;
}
