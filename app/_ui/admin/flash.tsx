"use client";
import { useEffect } from "react";
import type { Undo } from "#lib/core/forms/state.ts";
import { toast } from "./toasts.ts";

/** Says what the screen before has done, once: `?done=…` leaves the address. */
export function Flash({ text, undo }: { text: string; undo?: Undo }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, however often it is rendered
  useEffect(() => {
    toast({ text, undo });
    const url = new URL(location.href);
    url.searchParams.delete("done");
    history.replaceState(null, "", url);
  }, [text]);
  return (
    <noscript className="[main:has(form>[role=status])_&]:hidden">
      <p role="status" className="mb-4 border-line border-l-4 bg-panel px-3 py-2 font-medium">
        {text}
      </p>
    </noscript>
  );
}
