"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Dialog, DialogClose } from "#app/_ui/admin/dialog.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import {
  deleteSubscriptionGroupAction,
  updateSubscriptionGroupAction,
} from "#app/(admin)/pages/[subdomain]/subscribers/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";

type Props = { subdomain: string; id: number; name: string };

export function GroupActions({ subdomain, id, name }: Props) {
  const t = useTranslations("admin_subscribers");
  const kit = useTranslations("admin_kit");
  const join = useTranslations("joined");
  const [isOpen, setOpen] = useState(false);
  const hidden = { subdomain, subscription_group_id: id };
  const button = (text: string) => (
    <button
      type="button"
      className="button button-small"
      aria-label={join("label", { label: text, value: name })}
    >
      {text}
    </button>
  );
  return (
    <span className="relative z-1 flex gap-2">
      <Dialog
        trigger={button(t("rename"))}
        title={t("rename")}
        open={isOpen}
        onOpenChange={setOpen}
      >
        <ActionForm
          action={updateSubscriptionGroupAction}
          hidden={hidden}
          seen={fieldMarks({ name })}
          className="space-y-4"
          onDone={() => setOpen(false)}
        >
          <Field name="name" label={t("group_name")} initial={name} />
          <div className="flex justify-end gap-2">
            <DialogClose>{kit("close")}</DialogClose>
            <Submit>{kit("save")}</Submit>
          </div>
        </ActionForm>
      </Dialog>
      <ConfirmDialog
        trigger={button(t("delete_group"))}
        title={t("delete_group")}
        text={t("delete_group_text")}
        name={name}
        action={deleteSubscriptionGroupAction}
        hidden={hidden}
        submit={t("delete_group")}
      />
    </span>
  );
}
