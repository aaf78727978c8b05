"use client";
import { Dialog } from "@base-ui/react/dialog";
import { useTranslations } from "use-intl/react";
import type { Command } from "./commands.ts";
import { Keys, Palette } from "./palette.tsx";

type Props = {
  shown: "commands" | "help" | null;
  commands: Command[];
  search: (query: string) => Promise<Command[]>;
  onClose: () => void;
};

/** The palette, or the list of shortcuts. */
export function CommandsDialog({ shown, commands, search, onClose }: Props) {
  const t = useTranslations("admin.keys");
  return (
    <Dialog.Root open={shown !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className={shown === "help" ? "dialog" : "dialog dialog-wide"}
          aria-label={t(shown === "help" ? "title" : "palette")}
        >
          {shown === "commands" && (
            <Palette
              commands={commands}
              search={search}
              onChoose={({ run }) => {
                onClose();
                run();
              }}
            />
          )}
          {shown === "help" && <Help commands={commands} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Help({ commands }: { commands: Command[] }) {
  const t = useTranslations("admin.keys");
  const all = [
    ...commands.filter(({ keys }) => keys),
    { label: t("palette"), keys: "⌘K" },
    { label: t("help"), keys: "?" },
  ];
  return (
    <>
      <h2 className="mb-2 font-semibold">{t("title")}</h2>
      <ul className="mb-4 text-sm">
        {all.map(({ label, keys }) => (
          <li
            key={`${keys} ${label}`}
            className="flex min-h-8 items-center justify-between gap-4 border-line border-b"
          >
            {label} <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <Dialog.Close className="button">{t("close")}</Dialog.Close>
    </>
  );
}
