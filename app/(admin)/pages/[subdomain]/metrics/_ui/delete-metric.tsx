"use client";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { deleteMetricAction } from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";

type Props = { subdomain: string; metric_id: number; title: string };

export function DeleteMetric({ title, ...target }: Props) {
  const t = useTranslations("admin_metrics");
  return (
    <Section title={t("delete_title")} text={t("delete_text")}>
      <ConfirmDialog
        trigger={
          <button type="button" className="button button-danger">
            {t("delete")}
          </button>
        }
        title={t("delete_title")}
        text={t("delete_text")}
        name={title}
        action={deleteMetricAction}
        hidden={target}
        submit={t("delete")}
      />
    </Section>
  );
}
