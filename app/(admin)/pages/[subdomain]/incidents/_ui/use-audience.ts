"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { previewAudienceAction } from "#app/(admin)/pages/[subdomain]/_composer/actions.ts";
import type { Audience } from "#lib/audience/schema.ts";

const PAUSE_MS = 400;
/** What decides who hears of it, and how long a text message is. */
const DECIDING = ["service_ids", "subscription_group_ids", "type", "title", "description"];

/** Who would hear of an incident that is being written, a moment after something of it is chosen or written. */
export function useAudience(subdomain: string) {
  const [audience, setAudience] = useState<Audience | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useCallback(
    ({ form, name }: HTMLInputElement) => {
      if (!form || !DECIDING.includes(name)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        const typed = new FormData(form);
        const ids = (of: string) => typed.getAll(of).filter(Boolean).map(Number);
        const type = String(typed.get("type"));
        const [title, description] = [typed.get("title"), typed.get("description")].map(String);
        const asked = {
          ...{ type, title: title ?? "", description: description ?? "" },
          service_ids: ids("service_ids"),
          subscription_group_ids: ids("subscription_group_ids"),
        };
        setAudience(await previewAudienceAction({ subdomain }, asked).catch(() => null));
      }, PAUSE_MS);
    },
    [subdomain],
  );
  return { audience, ask };
}
