"use client";
import { type KeyboardEvent, type RefObject, useEffect } from "react";

const SHOWN = "li:not([hidden]) input[type=checkbox]";

function boxesIn(list: HTMLElement | null): HTMLInputElement[] {
  return [...(list?.querySelectorAll<HTMLInputElement>(SHOWN) ?? [])];
}

function stopAt(list: HTMLElement, box: HTMLInputElement | undefined): void {
  for (const other of list.querySelectorAll<HTMLInputElement>("input[type=checkbox]"))
    other.tabIndex = other === box ? 0 : -1;
}

/**
 * A list of checkboxes is one stop of the Tab key; arrow keys, Home and End go through it. Without
 * scripts each is a stop.
 * @param narrowed what changes when other ones are shown
 */
export function useRoving(list: RefObject<HTMLElement | null>, narrowed: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which are shown is in the document
  useEffect(() => {
    if (!list.current) return;
    const boxes = boxesIn(list.current);
    const first = boxes.find(({ tabIndex, checked }) => checked && tabIndex === 0) ?? boxes[0];
    stopAt(list.current, first);
  }, [list, narrowed]);

  return (event: KeyboardEvent): void => {
    const boxes = boxesIn(list.current);
    const at = boxes.indexOf(event.target as HTMLInputElement);
    const to = {
      ArrowDown: Math.min(at + 1, boxes.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: boxes.length - 1,
    }[event.key];
    const box = to === undefined ? undefined : boxes[to];
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!list.current || !box || isOther) return;
    event.preventDefault();
    stopAt(list.current, box);
    box.focus();
  };
}
