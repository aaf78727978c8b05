"use client";
import { useEffect, useRef, useState } from "react";
import { type Command, isTyping, keyOf } from "./commands.ts";

const SEQUENCE_MS = 1_000;

type Shown = "commands" | "help";

/**
 * Finds the command of typed keys: one key, or two after each other.
 * @returns whether it listens already
 */
export function useKeys(commands: () => Command[], show: (what: Shown) => void): boolean {
  const [listens, setListens] = useState(false);
  const now = useRef({ commands, show });
  now.current = { commands, show };
  useEffect(() => {
    let before = "";
    let at = 0;
    function press(event: KeyboardEvent): void {
      const key = keyOf(event);
      if (key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        now.current.show("commands");
        return;
      }
      const isModified = event.metaKey || event.ctrlKey || event.altKey || event.isComposing;
      if (isModified || isTyping(event.target)) return;
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${before} ${key}` : key;
      before = key;
      at = event.timeStamp;
      const known = now.current.commands();
      const found =
        known.find(({ keys }) => keys === sequence) ?? known.find(({ keys }) => keys === key);
      if (!found && key !== "?") return;
      event.preventDefault();
      before = "";
      if (found) found.run();
      else now.current.show("help");
    }
    addEventListener("keydown", press);
    setListens(true);
    return () => removeEventListener("keydown", press);
  }, []);
  return listens;
}
