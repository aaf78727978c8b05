"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";

/**
 * Asks before an update goes. The button belongs to the form `delete-update`, which outlives the
 * update it deletes.
 */
export function ConfirmDelete({ update_id, time }: { update_id: number; time: string }) {
  const t = useTranslations("admin.incident");
  const confirm = useTranslations("admin_kit.confirm");
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <button
      type="button"
      aria-label={t("delete_update_of", { time })}
      className="button button-quiet px-2!"
    >
      {t("delete_update")}
    </button>
  );
  return (
    <Dialog
      title={t("delete_update_title")}
      text={t("delete_update_text")}
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <div className="flex justify-end gap-2">
        <DialogClose>{confirm("cancel")}</DialogClose>
        <button
          type="submit"
          form="delete-update"
          name="update_id"
          value={update_id}
          onClick={() => setTimeout(setOpen, 0, false)}
          className="button button-danger"
        >
          {t("delete_update")}
        </button>
      </div>
    </Dialog>
  );
}
