"use client";
import { useTranslations } from "use-intl/react";
import { Dialog } from "#app/_ui/admin/dialog.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { Submit } from "#app/_ui/admin/form.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { renewApiKeyAction } from "./actions.ts";

type Props = { name: string; hidden: Record<string, number> };

export function RenewKey({ name, hidden }: Props) {
  const t = useTranslations("admin_api_keys");
  const trigger = (
    <button type="button" className="button button-small" aria-label={t("renew_named", { name })}>
      {t("renew")}
    </button>
  );
  return (
    <Dialog trigger={trigger} title={t("renew_title", { name })} text={t("renew_text")}>
      <ShowOnceForm action={renewApiKeyAction} hidden={hidden} className="space-y-4">
        <Field name="expires_at" type="date" label={t("ends")} hint={t("renew_ends_hint")} />
        <Submit>{t("renew")}</Submit>
      </ShowOnceForm>
    </Dialog>
  );
}
