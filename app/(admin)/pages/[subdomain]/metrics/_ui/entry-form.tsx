"use client";
import { useTranslations } from "use-intl/react";
import { NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { recordEntryAction } from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";

type Props = { subdomain: string; metric_id: number; unit: string; time_zone: string };

/** A value typed by hand: to try a metric, or to fill a gap. */
export function EntryForm({ subdomain, metric_id, unit, time_zone }: Props) {
  const t = useTranslations("admin_metrics");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm action={recordEntryAction} hidden={{ subdomain, metric_id }} className="space-y-4">
      <NumberField name="value" label={t("entry.value")} unit={unit} step="any" />
      <TimeFields
        time_zone={time_zone}
        fields={[{ name: "time", label: t("entry.time"), hint: t("entry.time_hint") }]}
      />
      <Submit busy={kit("saving")} className="button">
        {t("entry.submit")}
      </Submit>
    </ActionForm>
  );
}
