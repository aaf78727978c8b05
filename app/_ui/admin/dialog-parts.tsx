"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";

export type PopupProps = {
  title: string;
  text?: ReactNode;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** A dialog in the middle, or a sheet from the side (from below on a phone). */
  as?: "dialog" | "sheet";
  children: ReactNode;
};

/** The dialog as soon as it was asked for. */
export function DialogPopup(props: PopupProps) {
  const { title, text, isOpen, onOpenChange, as = "dialog", children } = props;
  const t = useTranslations("admin_kit");
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={as}>
          <div className="mb-3 flex items-start justify-between gap-4">
            <Base.Title className="font-semibold text-base leading-8">{title}</Base.Title>
            <Base.Close className="icon-button -me-2 shrink-0" aria-label={t("close")}>
              <X size={18} aria-hidden />
            </Base.Close>
          </div>
          {text && (
            <Base.Description className="mb-4 text-muted" render={<div />}>
              {text}
            </Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Base.Close className="button">{children}</Base.Close>;
}
