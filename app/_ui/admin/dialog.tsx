"use client";
import dynamic from "next/dynamic";
import { type ReactElement, useState } from "react";
import type { PopupProps } from "./dialog-parts.tsx";
import { opening } from "./trigger.ts";

const load = () => import("./dialog-parts.tsx");
const DialogPopup = dynamic(() => load().then((parts) => parts.DialogPopup), { ssr: false });
export const DialogClose = dynamic(() => load().then((parts) => parts.DialogClose), { ssr: false });

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
      {(isOpen || wasOpened) && <DialogPopup {...popup} isOpen={isOpen} onOpenChange={change} />}
    </>
  );
}
