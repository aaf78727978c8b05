"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { FormAction } from "#lib/api/actions.ts";

type Props = {
  title: string;
  text: string;
  submit: string;
  action: FormAction;
  hidden: Record<string, string | number>;
};

/** For an address that has leaked. */
export function ReplaceAddress({ title, text, submit, action, hidden }: Props) {
  const t = useTranslations("admin_kit.confirm");
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <button type="button" className="button button-small">
      {submit}
    </button>
  );
  return (
    <Dialog {...{ trigger, title, text }} open={isOpen} onOpenChange={setOpen}>
      <ActionForm action={action} hidden={hidden} onDone={() => setOpen(false)}>
        <div className="flex justify-end gap-2">
          <DialogClose>{t("keep")}</DialogClose>
          <Submit className="button button-danger">{submit}</Submit>
        </div>
      </ActionForm>
    </Dialog>
  );
}
