"use client";
import { Megaphone } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "#app/_ui/admin/dialog.tsx";

const Composer = dynamic(
  () =>
    import("#app/(admin)/pages/[subdomain]/_composer/composer.tsx").then((parts) => parts.Composer),
  { ssr: false },
);

const OPEN = "composer:open";

/** Opens the composer above the screen. */
export function openComposer(): void {
  dispatchEvent(new CustomEvent(OPEN));
}

/** The composer as a sheet, once in the shell; `u` and every "Post update" open it. */
export function ComposerSheet({ subdomain }: { subdomain: string }) {
  const t = useTranslations("admin.incident");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    addEventListener(OPEN, show);
    return () => removeEventListener(OPEN, show);
  }, []);
  return (
    <Dialog as="sheet" title={t("compose")} open={isOpen} onOpenChange={setOpen}>
      <Composer subdomain={subdomain} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type ButtonProps = { className: string; iconOnly?: boolean };

export function ComposeButton({ className, iconOnly = false }: ButtonProps) {
  const t = useTranslations("admin.incident");
  return (
    <button type="button" className={className} onClick={openComposer} title={t("compose")}>
      <Megaphone size={16} aria-hidden />
      <span className={iconOnly ? "sr-only" : ""}>{t("compose")}</span>
    </button>
  );
}
