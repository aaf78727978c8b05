"use client";
import { useTransition } from "react";
import { useFailed } from "#app/_ui/admin/failure.ts";
import type { Theme } from "#app/_ui/admin/theme.ts";
import { toast } from "#app/_ui/admin/toasts.ts";
import { EMPTY } from "#lib/core/forms/state.ts";
import { chooseThemeAction } from "./actions.ts";

/** Runs an action without a form, and tells why it failed. */
export function useTold(): (run: () => Promise<unknown>) => void {
  const failed = useFailed();
  const [, start] = useTransition();
  return (run) =>
    start(async () => {
      const why = await run().then(
        () => null,
        (error) => failed(error).message,
      );
      if (why) toast({ text: why });
    });
}

/** Chooses how the admin looks. */
export function useChooseTheme(): (theme: Theme) => void {
  const told = useTold();
  return (theme) => {
    const form = new FormData();
    form.set("theme", theme);
    told(() => chooseThemeAction(EMPTY, form));
  };
}
