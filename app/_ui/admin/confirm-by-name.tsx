"use client";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/api/actions.ts";
import { Dialog, DialogClose } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { ActionForm, Submit } from "./form.tsx";

type Props = {
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  /** What goes with it. */
  text: ReactNode;
  /** What has to be typed: the server compares it, too. */
  name: string;
  /** The field's name in the action's form. */
  field?: string;
  action: FormAction;
  hidden: Record<string, string | number>;
  submit: string;
};

/** For what cannot be undone: whoever means it types the thing's name. */
export function ConfirmByName(props: Props) {
  const { trigger, title, text, name, field = "confirm", action, hidden, submit } = props;
  const t = useTranslations("admin_kit.confirm");
  const [open, setOpen] = useState(false);
  const change = props.onOpenChange ?? setOpen;
  return (
    <Dialog {...{ title, text, trigger }} open={props.open ?? open} onOpenChange={change}>
      <ActionForm
        action={action}
        hidden={hidden}
        className="space-y-4"
        onDone={() => change(false)}
      >
        <Field name={field} label={t("type", { name })} />
        <div className="flex justify-end gap-2">
          <DialogClose>{t("keep")}</DialogClose>
          <Submit className="button button-danger">{submit}</Submit>
        </div>
      </ActionForm>
    </Dialog>
  );
}
