"use client";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { revokeApiKeyAction } from "./actions.ts";

type Props = { name: string; hidden: Record<string, number> };

export function RevokeKey({ name, hidden }: Props) {
  const t = useTranslations("admin_api_keys");
  return (
    <ConfirmDialog
      trigger={
        <button
          type="button"
          className="button button-small"
          aria-label={t("revoke_named", { name })}
        >
          {t("revoke")}
        </button>
      }
      title={t("revoke_title", { name })}
      text={t("revoke_text")}
      name={name}
      action={revokeApiKeyAction}
      hidden={{ ...hidden, name }}
      submit={t("revoke")}
    />
  );
}
