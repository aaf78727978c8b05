"use client";
import { useTranslations } from "use-intl/react";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { correctDayAction } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/actions.ts";

type Props = { subdomain: string; service_id: number; yesterday: string };

export function CorrectionForm({ subdomain, service_id, yesterday }: Props) {
  const t = useTranslations("admin_history");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm action={correctDayAction} hidden={{ subdomain, service_id }} className="space-y-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field name="day" type="date" label={t("day")} initial={yesterday} />
        <NumberField
          name="downtime_minutes"
          path="downtime_seconds"
          label={t("downtime")}
          hint={t("downtime_hint")}
          unit="min"
          step="any"
        />
      </div>
      <SwitchField name="ignore_checks" label={t("ignore_checks")} hint={t("ignore_checks_hint")} />
      <Field name="reason" label={t("reason")} hint={t("reason_hint")} />
      <Submit busy={kit("saving")} className="button">
        {t("correct")}
      </Submit>
    </ActionForm>
  );
}
