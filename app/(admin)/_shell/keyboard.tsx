"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useTranslations } from "use-intl/react";
import type { Command } from "#app/_ui/admin/commands.ts";
import { Shortcuts } from "#app/_ui/admin/shortcuts.tsx";
import { THEMES } from "#app/_ui/admin/theme.ts";
import { catchTyping } from "#app/_ui/admin/typed-ahead.ts";
import { searchAction } from "./actions.ts";
import { openComposer } from "./composer-sheet.tsx";
import type { ShellCommand } from "./entries.ts";
import { useChooseTheme } from "./use-theme.ts";

type Props = { subdomain: string; commands: ShellCommand[] };

/** Shortcuts and palette with the commands of the shell, and a search over the page's records. */
export function Keyboard({ subdomain, commands }: Props) {
  const router = useRouter();
  const go = useCallback(
    (href: string) => {
      if (href.startsWith("/")) router.push(href);
      else location.assign(href);
    },
    [router],
  );
  const search = useCallback(
    async (query: string): Promise<Command[]> => {
      const found = (await searchAction({ subdomain }, query)) ?? [];
      return found.map(({ label, hint, href }) => ({
        id: href,
        label,
        hint,
        keys: "",
        run: () => go(href),
      }));
    },
    [subdomain, go],
  );
  const shell = useTranslations("admin_shell.theme");
  const choose = useChooseTheme();
  const everywhere: Command[] = commands.map(({ label, keys, words, href, does }) => ({
    label,
    keys,
    words,
    run: () => {
      if (does === "compose") {
        catchTyping();
        openComposer();
      } else if (href) go(href);
    },
  }));
  const themes = THEMES.map((theme) => ({
    label: shell("choose", { theme: shell(theme) }),
    keys: "",
    run: () => choose(theme),
  }));
  return <Shortcuts everywhere={[...everywhere, ...themes]} search={search} />;
}
