"use client";
import { Megaphone } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog, loadDialog } from "#app/_ui/admin/dialog.tsx";

const load = () => import("#app/(admin)/pages/[subdomain]/_composer/composer.tsx");
const Composer = dynamic(() => load().then((parts) => parts.Composer), { ssr: false });

/** After the screen itself, which is not to wait for it. */
const PREPARE_MS = 1_000;

/** Loads what the sheet is made of, so that it opens at once. */
function usePrepared(): void {
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.all([load(), loadDialog()]).catch(() => {}),
      PREPARE_MS,
    );
    return () => clearTimeout(timer);
  }, []);
}

const OPEN = "composer:open";

/** Opens the composer above the screen, for an incident or for the worst. */
export function openComposer(incident_id: number | null = null): void {
  dispatchEvent(new CustomEvent(OPEN, { detail: incident_id }));
}

/** The composer as a sheet, once in the shell; `u` and every "Post update" open it. */
export function ComposerSheet({ subdomain }: { subdomain: string }) {
  const t = useTranslations("admin.incident");
  const [isOpen, setOpen] = useState(false);
  const [incident_id, setIncident] = useState<number | null>(null);
  usePrepared();
  useEffect(() => {
    const show = (event: Event) => {
      setIncident((event as CustomEvent<number | null>).detail);
      setOpen(true);
    };
    addEventListener(OPEN, show);
    return () => removeEventListener(OPEN, show);
  }, []);
  return (
    <Dialog as="sheet" title={t("compose")} open={isOpen} onOpenChange={setOpen}>
      <Composer subdomain={subdomain} incident_id={incident_id} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

type ButtonProps = { className: string; incident_id?: number };

export function ComposeButton({ className, incident_id }: ButtonProps) {
  const t = useTranslations("admin.incident");
  return (
    <button type="button" className={className} onClick={() => openComposer(incident_id)}>
      <Megaphone size={16} aria-hidden />
      {t("compose")}
    </button>
  );
}
