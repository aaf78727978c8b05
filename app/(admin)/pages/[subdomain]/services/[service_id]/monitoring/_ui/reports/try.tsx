import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { tryJsonpath } from "#lib/monitoring/reports/try-jsonpath.ts";
import { COMPARISONS, JsonpathSettings } from "#lib/services/schema.ts";
import { Reports } from "./list.tsx";

export type Tried = Readonly<Record<string, string | string[] | undefined>>;

const FIELDS = ["jsonpath", "comparison", "expected_result", "down_result"] as const;

function settingsIn(tried: Tried): JsonpathSettings | null {
  const given = FIELDS.map((name) => [name, tried[name] || undefined]);
  return tried.jsonpath
    ? (JsonpathSettings.safeParse(Object.fromEntries(given)).data ?? null)
    : null;
}

/** How other settings would understand the latest calls; nothing follows from it. */
export async function Try({ admin, target, service, tried }: Watched & { tried: Tried }) {
  const { t } = admin;
  const given = settingsIn(tried);
  const { jsonpath, comparison, expected_result, down_result } =
    given ?? service.webhook_custom_jsonpath_settings ?? {};
  const reports = given && (await found(tryJsonpath(admin.ctx, target, given)));
  return (
    <Section title={t("admin_reports.try.title")} text={t("admin_reports.try.text")}>
      <form className="grid gap-4 sm:grid-cols-2">
        <Field
          name="jsonpath"
          label={t("admin_services.monitoring.jsonpath")}
          initial={jsonpath ?? ""}
        />
        <SelectField
          name="comparison"
          label={t("admin_services.monitoring.comparison")}
          initial={comparison ?? "equals"}
          options={COMPARISONS.map((value) => ({
            value,
            label: t(`admin_services.monitoring.comparisons.${value}`),
          }))}
        />
        <Field
          name="expected_result"
          label={t("admin_services.monitoring.expected_result")}
          initial={expected_result ?? ""}
        />
        <Field
          name="down_result"
          label={t("admin_services.monitoring.down_result")}
          initial={down_result ?? ""}
        />
        <div>
          <button type="submit" className="button">
            {t("admin_reports.try.submit")}
          </button>
        </div>
      </form>
      {reports?.length === 0 && <p className="text-muted">{t("admin_reports.waiting")}</p>}
      {reports && reports.length > 0 && (
        <Reports admin={admin} reports={reports} label={t("admin_reports.try.results")} />
      )}
    </Section>
  );
}
