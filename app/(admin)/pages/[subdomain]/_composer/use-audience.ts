"use client";
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import { previewAudienceAction } from "#app/(admin)/pages/[subdomain]/_composer/actions.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";

const PAUSE_MS = 400;
/** Fields that decide the recipients, and the length of a text message. */
const DECIDING = ["service_ids", "subscription_group_ids", "type", "title", "description"];

function askedIn(form: HTMLFormElement) {
  const typed = new FormData(form);
  const ids = (of: string) => typed.getAll(of).filter(Boolean).map(Number);
  const text = (name: string) => String(typed.get(name) ?? "");
  return {
    ...{ type: text("type"), title: text("title"), description: text("description") },
    service_ids: ids("service_ids"),
    subscription_group_ids: ids("subscription_group_ids"),
  };
}

/**
 * Recipients of the text that is being written: as the form begins, and a moment after something
 * of it is chosen or written. Null: not known yet.
 * @returns `props` belong to an element around the fields
 */
export function useAudience(subdomain: string) {
  const [audience, setAudience] = useState<Audience | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useCallback(
    (form: HTMLFormElement, pause_ms: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(async () => {
        const answer = previewAudienceAction({ subdomain }, askedIn(form));
        setAudience(await answer.catch(() => null));
      }, pause_ms);
    },
    [subdomain],
  );
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const form = element?.closest("form");
      if (form) ask(form, 0);
    },
    [ask],
  );
  const onChange = (event: ChangeEvent<HTMLElement>) => {
    const { form, name } = event.target as unknown as HTMLInputElement;
    if (form && DECIDING.includes(name)) ask(form, PAUSE_MS);
  };
  return { audience, props: { ref, onChange } };
}
