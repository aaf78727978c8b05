"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";

/**
 * Asks before an update goes. The button belongs to the form `delete-update`, which outlives the
 * update it deletes.
 */
export function ConfirmDelete({ update_id, time }: { update_id: number; time: string }) {
  const t = useTranslations("admin.incident");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        aria-label={t("delete_update_of", { time })}
        className="button button-quiet px-2!"
      >
        {t("delete_update")}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={`delete-${update_id}`}
        className="max-w-md rounded-lg border border-line bg-raised p-5 shadow-xl"
      >
        <h4 id={`delete-${update_id}`} className="mb-1 font-semibold text-lg">
          {t("delete_update_title")}
        </h4>
        <p className="mb-4 text-muted">{t("delete_update_text")}</p>
        <div className="flex justify-end gap-2">
          <button type="button" onClick={close} className="button">
            {t("keep")}
          </button>
          <button
            type="submit"
            form="delete-update"
            name="update_id"
            value={update_id}
            onClick={close}
            className="button button-danger"
          >
            {t("delete_update")}
          </button>
        </div>
      </dialog>
    </>
  );
}
