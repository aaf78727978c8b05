"use client";
import { useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { useFailed } from "#app/_ui/admin/failure.ts";
import { announce } from "#app/_ui/admin/live.tsx";
import { toast } from "#app/_ui/admin/toasts.ts";
import type { Moves, Place } from "#app/(admin)/pages/[subdomain]/services/_tree.ts";
import { moveServiceAction } from "#app/(admin)/pages/[subdomain]/services/actions.ts";
import { EMPTY } from "#lib/core/forms/state.ts";

/** A service of the table, and where one step would take it. */
export type Handle = {
  subdomain: string;
  id: number;
  name: string;
  place: Place;
  moves: Moves;
};

type Step = keyof Moves | "to";

/** Moves a service to a place; what was done can be taken back. */
export function usePlacing(subdomain: string) {
  const t = useTranslations("admin_services.move");
  const failed = useFailed();
  const [isPending, start] = useTransition();
  return (service: Pick<Handle, "id" | "name">, to: Place, step: Step): void => {
    if (isPending) return;
    const { id, name } = service;
    const form = new FormData();
    form.set("subdomain", subdomain);
    form.set("service_id", String(id));
    form.set("parent_id", String(to.parent_id ?? ""));
    form.set("position", String(to.position));
    start(async () => {
      const state = await moveServiceAction(EMPTY, form).catch((error) => failed(error));
      if (state.done) {
        toast(state.done);
        announce(t(`said_${step}`, { name }));
      } else {
        const why = state.fields.parent_id ?? state.message;
        if (why) toast({ text: why });
      }
    });
  };
}

/** Moves a service one step. */
export function useMoves(handle: Handle) {
  const put = usePlacing(handle.subdomain);
  return (step: keyof Moves): void => {
    const to = handle.moves[step];
    if (to) put(handle, to, step);
  };
}
