"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslations } from "use-intl/react";

type Props = {
  title: string;
  text?: ReactNode;
  /** The button that opens it; without one, `open` does. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A dialog in the middle, or a sheet from the side (from below on a phone). */
  as?: "dialog" | "sheet";
  children: ReactNode;
};

/** Asks or shows something above the screen; focus stays in it, Escape leaves it. */
export function Dialog({
  title,
  text,
  trigger,
  open,
  onOpenChange,
  as = "dialog",
  children,
}: Props) {
  const t = useTranslations("admin_kit");
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange?.(isOpen)}>
      {trigger && <Base.Trigger render={trigger} />}
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
