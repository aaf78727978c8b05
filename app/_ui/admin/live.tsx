"use client";
import { useEffect, useState } from "react";

const listeners = new Set<(text: string) => void>();

/** Announces a visible change to screen readers. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Where it is said; once in the shell. */
export function LiveRegion() {
  const [text, setText] = useState("");
  useEffect(() => {
    listeners.add(setText);
    return () => {
      listeners.delete(setText);
    };
  }, []);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
