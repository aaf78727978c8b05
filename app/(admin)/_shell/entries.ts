import type { Admin } from "#app/(admin)/_shared/open.ts";
import { mayRole, type Permission, type Role } from "#lib/core/access/permissions.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { COMMANDS, FOLDERS, NAVIGATION } from "./navigation.ts";

export type Where = { subdomain: string; organization_id: number };

/** A command as the browser needs it: its words, its keys, and where it leads. */
export type ShellCommand = {
  label: string;
  keys: string;
  /** Other words by which it is found. */
  words?: string;
  href: string | null;
  does?: "compose";
};

type Asked = { where: Where; role: Role; page_url: string; t: Translate };

function addressOf(scope: keyof typeof FOLDERS, path: string, where: Where): string {
  const folder = FOLDERS[scope]
    .replace("[subdomain]", where.subdomain)
    .replace("[organization_id]", String(where.organization_id));
  return `/${[folder, path].filter(Boolean).join("/")}`;
}

const may = (role: Role, access: Permission | "signed_in") =>
  access === "signed_in" || mayRole(role, access);

/** Whether a page has that screen yet, and it is for whom looks. */
export function hasScreen(path: string, { may }: Pick<Admin, "may">): boolean {
  return NAVIGATION.some(({ screens }) =>
    screens.some(
      ({ scope, exists, access, ...screen }) =>
        scope === "page" &&
        exists &&
        screen.path === path &&
        (access === "signed_in" || may(access)),
    ),
  );
}

function wordsOf(path: string, t: Translate): string {
  const key = `admin_shell.words.${path || "organization"}` as Parameters<Translate>[0];
  return t.has(key) ? t(key) : "";
}

/** The navigation of a page for a role: screens that exist and that it may use. */
export function navigationFor({ where, role, t }: Omit<Asked, "page_url">) {
  return NAVIGATION.map(({ text, screens }) => ({
    label: t(text),
    screens: screens
      .filter(({ exists, access }) => exists && may(role, access))
      .map(({ text, icon, keys = "", scope, path, count }) => ({
        label: t(text),
        icon,
        keys,
        count,
        scope,
        words: wordsOf(path, t),
        href: addressOf(scope, path, where),
      })),
  })).filter(({ screens }) => screens.length > 0);
}

export type NavigationGroup = ReturnType<typeof navigationFor>[number];

/** The navigation where no page is open: the screens of organizations, by name, and the account. */
export function navigationBeyondPages(
  organizations: { id: number; name: string; role: Role | null }[],
  t: Translate,
): NavigationGroup[] {
  const screensOf = (scope: "organization" | "person", organization_id: number, role: Role) =>
    navigationFor({ where: { subdomain: "", organization_id }, role, t })
      .flatMap(({ screens }) => screens)
      .filter((screen) => screen.scope === scope);
  const groups = organizations.map(({ id, name, role }) => ({
    label: name,
    screens: screensOf("organization", id, role ?? "viewer"),
  }));
  const account = {
    label: t("admin_shell.group.person"),
    screens: screensOf("person", 0, "viewer"),
  };
  return [...groups, account].filter(({ screens }) => screens.length > 0);
}

/** Screens as commands. */
export function commandsOf(screens: NavigationGroup["screens"]): ShellCommand[] {
  return screens.map(({ label, keys, words, href }) => ({ label, keys, words, href }));
}

/** The palette and the shortcuts offer these on every screen. */
export function commandsFor(asked: Asked): ShellCommand[] {
  const { where, role, page_url, t } = asked;
  const own = COMMANDS.filter(({ exists, access }) => exists && may(role, access)).map(
    ({ text, keys, does }): ShellCommand => {
      const label = t(text);
      if (does === "compose") return { label, keys, href: null, does };
      const href = does === "view_page" ? page_url : addressOf("page", does.path, where);
      return { label, keys, href };
    },
  );
  const screens = navigationFor(asked).flatMap((group) => group.screens);
  return [...own, ...commandsOf(screens)];
}
