"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
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

const FIRST = "input:not([type=hidden]), textarea, select, .button";

/** The work begins at the first field, or at the first answer to a question. */
function firstIn(popup: HTMLElement | null): HTMLElement | null {
  return popup?.querySelector<HTMLElement>(FIRST) ?? null;
}

/** The dialog as soon as it was asked for. */
export function DialogPopup(props: PopupProps) {
  const { title, text, isOpen, onOpenChange, as = "dialog", children } = props;
  const t = useTranslations("admin_kit");
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className={as} initialFocus={() => firstIn(popup.current)}>
          <div className="mb-3 flex items-start justify-between gap-4">
            <Base.Title className="wrap-anywhere py-1 font-semibold text-base leading-6">
              {title}
            </Base.Title>
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
