"use client";
import { type ReactNode, useCallback, useEffect, useRef, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/api/actions.ts";
import { EMPTY } from "#lib/core/forms/state.ts";
import { useFailed } from "./failure.ts";
import { toast } from "./toasts.ts";

const CHECKED = "tbody input[name=ids]:checked";

/** The checkbox that selects every row of its table. */
export function SelectAll() {
  const t = useTranslations("admin_kit.bulk");
  return (
    <input
      type="checkbox"
      aria-label={t("select_all")}
      className="size-4 noscript:hidden"
      onChange={({ currentTarget }) => {
        const boxes = currentTarget.closest("table")?.querySelectorAll("tbody input[name=ids]");
        for (const box of boxes ?? []) (box as HTMLInputElement).checked = currentTarget.checked;
      }}
    />
  );
}

export type Asked = { ids: string[]; onClose: () => void; onDone: () => void };

type Bulk = { label: string; icon?: ReactNode } & (
  | { action: FormAction /** Sent besides the ids. */; fields?: Record<string, string> }
  | { /** A dialog that asks for more, and does it. */ ask: (asked: Asked) => ReactNode }
);

type Props = { target: Record<string, string | number>; actions: Bulk[]; children: ReactNode };

/** The rows that are selected; Escape leaves them. */
function useChosen() {
  const box = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const chosen = useCallback(
    () => [...(box.current?.querySelectorAll<HTMLInputElement>(CHECKED) ?? [])],
    [],
  );
  const clear = useCallback(() => {
    for (const each of box.current?.querySelectorAll<HTMLInputElement>("[type=checkbox]") ?? [])
      each.checked = false;
    setCount(0);
  }, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      const isFree = !event.defaultPrevented && !document.querySelector("[role=dialog]");
      if (event.key === "Escape" && isFree && chosen().length > 0) clear();
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [chosen, clear]);
  return { box, chosen, clear, count, recount: () => setCount(chosen().length) };
}

/** A table whose rows can be selected, and what can be done with all that are. */
export function Selectable({ target, actions, children }: Props) {
  const t = useTranslations("admin_kit.bulk");
  const failed = useFailed();
  const { box, chosen, clear, count, recount } = useChosen();
  const [isPending, start] = useTransition();
  const [asking, setAsking] = useState<(() => ReactNode) | null>(null);
  function ask(dialog: (asked: Asked) => ReactNode): void {
    const onClose = () => setAsking(null);
    const onDone = () => {
      clear();
      onClose();
    };
    const ids = chosen().map(({ value }) => value);
    setAsking(() => () => dialog({ ids, onClose, onDone }));
  }
  function run(bulk: Bulk): void {
    if (isPending) return;
    if ("ask" in bulk) {
      ask(bulk.ask);
      return;
    }
    const { action, fields = {} } = bulk;
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...target, ...fields }))
      form.set(name, `${value}`);
    for (const { value } of chosen()) form.append("ids", value);
    start(async () => {
      const { done, message } = await action(EMPTY, form).catch((error) => failed(error));
      const said = done?.text ?? message;
      if (done) clear();
      if (said) toast({ text: said, ...(done?.undo && { undo: done.undo }) });
    });
  }
  return (
    <div ref={box} onChange={recount}>
      {children}
      {asking?.()}
      {count > 0 && (
        <section aria-label={t("title")} className="bulk-bar">
          <p className="px-2 font-medium" aria-live="polite">
            {t("selected", { count })}
          </p>
          {actions.map((each) => (
            <button
              key={each.label}
              type="button"
              className="button button-small"
              aria-disabled={isPending}
              onClick={() => run(each)}
            >
              {each.icon} {each.label}
            </button>
          ))}
          <button type="button" className="button button-small button-quiet" onClick={clear}>
            {t("clear")}
          </button>
        </section>
      )}
    </div>
  );
}
