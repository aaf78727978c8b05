"use client";
import { LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { signOutAction } from "#app/_ui/account/sign-out.ts";
import { dropDrafts } from "#app/_ui/admin/drafts.ts";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#app/_ui/admin/menu.tsx";
import { THEMES, type Theme } from "#app/_ui/admin/theme.ts";
import { useChooseTheme, useTold } from "./use-theme.ts";

const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function AccountMenu({ email, theme }: { email: string; theme: Theme }) {
  const t = useTranslations("admin");
  const shell = useTranslations("admin_shell");
  const told = useTold();
  const choose = useChooseTheme();
  function signOut(): void {
    dropDrafts();
    told(() => signOutAction(new FormData()));
  }
  const trigger = (
    <button type="button" className="nav-item min-w-0 grow text-start">
      <UserRound size={16} aria-hidden />
      <span className="sr-only">{t("account.menu")}</span>
      <span className="truncate">{email}</span>
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuGroup label={shell("theme.title")}>
        {THEMES.map((each) => {
          const Icon = ICONS[each];
          return (
            <MenuItem
              key={each}
              onChoose={() => choose(each)}
              icon={<Icon size={16} />}
              isCurrent={each === theme}
            >
              {shell(`theme.${each}`)}
            </MenuItem>
          );
        })}
      </MenuGroup>
      <MenuLine />
      <MenuItem onChoose={() => location.assign("/account")} icon={<UserRound size={16} />}>
        {t("account.menu")}
      </MenuItem>
      <MenuItem onChoose={signOut} icon={<LogOut size={16} />}>
        {t("account.sign_out")}
      </MenuItem>
    </Menu>
  );
}
