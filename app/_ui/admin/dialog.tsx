"use client";
import dynamic from "next/dynamic";
import { createContext, type ReactElement, type ReactNode, useContext, useState } from "react";
import type { PopupProps } from "./dialog-parts.tsx";
import { opening } from "./trigger.ts";

/** Loads the code of dialogs, before the first is opened. */
export const loadDialog = () => import("./dialog-parts.tsx");
const DialogPopup = dynamic(() => loadDialog().then((parts) => parts.DialogPopup), { ssr: false });
const Close = createContext<() => void>(() => {});

type Props = Omit<PopupProps, "isOpen" | "onOpenChange"> & {
  /** The button that opens it; without one, `open` does. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/**
 * Asks or shows something above the screen; focus stays in it, Escape leaves it. Its code is loaded
 * when it is first wanted.
 */
export function Dialog({ trigger, open, onOpenChange, ...popup }: Props) {
  const [own, setOwn] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = open ?? own;
  const change = onOpenChange ?? setOwn;
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      {trigger && opening(trigger, { "aria-haspopup": "dialog", onClick: () => change(true) })}
      {(isOpen || wasOpened) && (
        <Close value={() => change(false)}>
          <DialogPopup {...popup} isOpen={isOpen} onOpenChange={change} />
        </Close>
      )}
    </>
  );
}

/** Closes the dialog it stands in. */
export function DialogClose({ children }: { children: ReactNode }) {
  return (
    <button type="button" className="button" onClick={useContext(Close)}>
      {children}
    </button>
  );
}
