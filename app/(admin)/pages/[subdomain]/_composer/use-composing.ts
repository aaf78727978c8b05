"use client";
import { useCallback, useEffect, useState } from "react";
import { usePageChanges } from "#app/(admin)/_shell/use-page-changes.ts";
import { readComposerKitAction, readOpenIncidentsAction } from "./actions.ts";
import type { Composable } from "./composable.ts";
import type { Kit } from "./read.ts";

type Composing = { incidents: Composable[]; kit: Kit };

/**
 * Open incidents and the data for composing, read anew when the page changes; also an incident
 * that somebody writes to and a colleague has resolved. Null: not read yet; "failed": it cannot be.
 */
export function useComposing(subdomain: string, also: number | null): Composing | "failed" | null {
  const [composing, setComposing] = useState<Composing | "failed" | null>(null);
  const read = useCallback(async () => {
    const [open, kit] = await Promise.all([
      readOpenIncidentsAction({ subdomain }, { also }).catch(() => null),
      readComposerKitAction({ subdomain }, {}).catch(() => null),
    ]);
    setComposing((before) => (open && kit ? { kit, incidents: open } : (before ?? "failed")));
  }, [subdomain, also]);
  useEffect(() => void read(), [read]);
  usePageChanges(subdomain, read);
  return composing;
}
