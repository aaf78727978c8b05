"use client";
import { Trash2 } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog, DialogClose } from "./dialog.tsx";
import { toast } from "./toasts.ts";
import { sendPicture } from "./use-pictures.ts";

type Props = { address: string; alt: string; onDeleted: () => void };

/** Asks first: the picture goes for everyone, and from every text. */
export function DeletePicture({ address, alt, onDeleted }: Props) {
  const t = useTranslations("admin.compose.picture");
  const confirm = useTranslations("admin_kit.confirm");
  const { subdomain } = useParams<{ subdomain: string }>();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const label = alt === "" ? t("delete") : t("delete_named", { name: alt });
  async function remove(): Promise<void> {
    const query = new URLSearchParams({ file: address.split("/").at(-1) ?? "" });
    const answer = await sendPicture("DELETE", `/pages/${subdomain}/pictures?${query}`);
    if (!answer || answer.refused) return setFailure(answer?.refused ?? t("delete_failed"));
    setOpen(false);
    onDeleted();
    toast({ text: t("deleted") });
  }
  const trigger = (
    <button type="button" className="icon-button shrink-0" aria-label={label}>
      <Trash2 size={16} aria-hidden />
    </button>
  );
  return (
    <Dialog
      trigger={trigger}
      title={t("delete_title")}
      text={t("delete_text")}
      open={isOpen}
      onOpenChange={setOpen}
    >
      {failure !== null && (
        <p className="note note-bad mb-4" role="alert">
          {failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <DialogClose>{confirm("cancel")}</DialogClose>
        <button type="button" className="button button-danger" onClick={remove}>
          {t("delete")}
        </button>
      </div>
    </Dialog>
  );
}
