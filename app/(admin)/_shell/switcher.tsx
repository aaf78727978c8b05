"use client";
import { Check, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#app/_ui/admin/menu.tsx";

export type OwnPage = { subdomain: string; name: string; organization: string };
type Props = { current: OwnPage; pages: OwnPage[] };

/** Which page of which organization this is, or which other place, and the way to the pages. */
export function Switcher({ current, pages }: Props) {
  const t = useTranslations("admin");
  const organizations = [...Map.groupBy(pages, ({ organization }) => organization)];
  const trigger = (
    <button
      type="button"
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-md px-2 text-start hover:bg-hover data-popup-open:bg-hover"
    >
      <span
        className="flex size-7 shrink-0 items-center justify-center rounded-md bg-ink font-semibold text-ground text-sm"
        aria-hidden="true"
      >
        {[...current.name][0]}
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold text-sm leading-tight">{current.name}</span>
        <span className="block truncate text-muted text-xs leading-tight">
          {current.organization}
        </span>
      </span>
      <span className="sr-only">{t("pages.switch")}</span>
      <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
    </button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {organizations.map(([organization, own]) => (
        <MenuGroup key={organization} label={organization}>
          {own.map(({ subdomain, name }) => (
            <MenuItem
              key={subdomain}
              href={`/pages/${subdomain}`}
              isCurrent={subdomain === current.subdomain}
              icon={
                subdomain === current.subdomain ? (
                  <Check size={16} />
                ) : (
                  <span className="block w-4" />
                )
              }
            >
              {name}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
      <MenuLine />
      <MenuItem href="/?choose" icon={<span className="block w-4" />}>
        {t("pages.switch")}
      </MenuItem>
    </Menu>
  );
}
