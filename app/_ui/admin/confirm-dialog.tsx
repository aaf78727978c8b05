"use client";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/api/actions.ts";
import { Dialog, DialogClose } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { ActionForm, Submit } from "./form.tsx";

type Props = {
  /** Absent: a small button with the words of `submit`, unless the caller opens the dialog. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  title: string;
  /** Names what is lost. */
  text: ReactNode;
  /** If set, it has to be typed, and the server compares it: for what cannot be undone. */
  name?: string;
  /** The field's name in the action's form. */
  field?: string;
  action: FormAction;
  hidden: Record<string, string | number>;
  submit: string;
};

/** Asks before an action that removes or replaces something. */
export function ConfirmDialog(props: Props) {
  const { title, text, name, field = "confirm", action, hidden, submit } = props;
  const t = useTranslations("admin_kit.confirm");
  const [open, setOpen] = useState(false);
  const change = props.onOpenChange ?? setOpen;
  const button = (
    <button type="button" className="button button-small">
      {submit}
    </button>
  );
  const trigger = props.trigger ?? (props.onOpenChange ? undefined : button);
  return (
    <Dialog {...{ title, text, trigger }} open={props.open ?? open} onOpenChange={change}>
      <ActionForm
        action={action}
        hidden={hidden}
        className="space-y-4"
        onDone={() => change(false)}
      >
        {name !== undefined && <Field name={field} label={t("type", { name })} isVerbatim />}
        <div className="flex justify-end gap-2">
          <DialogClose>{t("cancel")}</DialogClose>
          <Submit className="button button-danger">{submit}</Submit>
        </div>
      </ActionForm>
    </Dialog>
  );
}
