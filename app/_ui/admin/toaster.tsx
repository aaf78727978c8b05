"use client";
import { startTransition, useEffect, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/api/actions.ts";
import { EMPTY, type Undo } from "#lib/core/forms/state.ts";
import { useFailed } from "./failure.ts";
import { keepFocus } from "./last-sent.ts";
import { dismiss, shown, subscribe, type Toast, toast } from "./toasts.ts";

const NONE: readonly Toast[] = [];
const SHOWN_MS = 10_000;
/** By then a dialog that closed has given the focus back, or the screen is rendered anew. */
const SETTLED_MS = [400, 1_200];
/** Nearly as long as what is posted is held. */
const UNDO_MS = 18_000;

type Props = { undo: Record<Undo["action"], FormAction> };

/**
 * Where toasts appear; their region is there before them, so that screen readers notice. On a phone
 * the buttons that send are at the bottom: toasts keep to the top.
 */
export function Toaster({ undo }: Props) {
  const toasts = useSyncExternalStore(subscribe, shown, () => NONE);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 max-md:top-2 max-md:bottom-auto flex justify-center px-4"
    >
      {toasts.map((each) => (
        <Item key={each.id} toast={each} undo={undo} />
      ))}
    </div>
  );
}

type ItemProps = { toast: Toast; undo: Props["undo"] };

function Item({ toast: { id, text, undo: offer, link, isUndone }, undo }: ItemProps) {
  const t = useTranslations("admin.done");
  const failed = useFailed();
  useEffect(() => {
    const timer = setTimeout(dismiss, offer ? UNDO_MS : SHOWN_MS, id);
    return () => clearTimeout(timer);
  }, [id, offer]);
  useEffect(() => {
    const timers = SETTLED_MS.map((pause) => setTimeout(keepFocus, pause));
    return () => timers.forEach(clearTimeout);
  }, []);

  async function takeBack({ action, fields }: Undo): Promise<void> {
    dismiss(id);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const state = await undo[action](EMPTY, form).catch((error) => failed(error));
    const said = state.done ?? (state.message && { text: state.message });
    if (said) toast(said, !isUndone);
  }
  return (
    <div className="pointer-events-auto flex items-center gap-1 rounded-md bg-ink py-1 pr-1 pl-4 text-ground shadow-lg">
      <p className="py-1.5">{text}</p>
      {link && (
        <a
          href={link.href}
          className="flex min-h-9 items-center px-3 font-semibold underline touch:min-h-11"
        >
          {link.label}
        </a>
      )}
      {offer && (
        <UndoButton
          label={t(isUndone ? "redo" : "undo")}
          onClick={() => startTransition(() => takeBack(offer))}
        />
      )}
      <button
        type="button"
        onClick={() => dismiss(id)}
        aria-label={t("dismiss")}
        className="size-9 touch:size-11"
      >
        ×
      </button>
    </div>
  );
}

function UndoButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      data-keys="z"
      data-label={label}
      className="min-h-9 px-3 touch:min-h-11"
    >
      <span className="font-semibold underline">{label}</span>
      <span className="ms-1.5 text-sm opacity-75 touch:hidden" aria-hidden="true">
        Z
      </span>
    </button>
  );
}
