"use client";
import { Activity, Menu as MenuIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "#app/_ui/admin/dialog.tsx";
import { ComposeButton } from "./composer-sheet.tsx";
import { NavLink } from "./nav-link.tsx";

type Props = {
  home: { href: string; label: string };
  mayPost: boolean;
  children: ReactNode;
};

/** On a phone what is needed most stands at the thumb; the rest is one tap behind it. */
export function PhoneBar({ home, mayPost, children }: Props) {
  const t = useTranslations("admin");
  const shell = useTranslations("admin_shell");
  const path = usePathname();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere is done here
  useEffect(() => setOpen(false), [path]);
  return (
    <nav aria-label={t("navigation")} className="phone-bar">
      <NavLink href={home.href}>
        <Activity size={18} aria-hidden />
        {home.label}
      </NavLink>
      {mayPost && <ComposeButton className="button button-primary" />}
      <button type="button" className="nav-item noscript:hidden" onClick={() => setOpen(true)}>
        <MenuIcon size={18} aria-hidden />
        {shell("menu")}
      </button>
      <Dialog as="sheet" title={shell("menu")} open={isOpen} onOpenChange={setOpen}>
        {children}
      </Dialog>
    </nav>
  );
}
