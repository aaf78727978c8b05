import Link from "next/link";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { countsText } from "#app/(admin)/pages/[subdomain]/integrations/_counts.ts";
import { importCalendarAction } from "#app/(admin)/pages/[subdomain]/integrations/actions.ts";
import { getLastImport, type LastImport } from "#lib/incidents/calendar-import/import-now.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";

type FieldsProps = { admin: Admin; integration?: Integration };

export async function CalendarFields({ admin, integration }: FieldsProps) {
  const { t } = admin;
  return (
    <>
      <ServicePicker
        services={await readChoices(admin)}
        chosen={integration?.settings.service_ids}
        name="settings.service_ids"
        label={t("admin_calendar.services")}
      />
      <p className="text-muted text-sm">{t("admin_calendar.services_hint")}</p>
      <SwitchField
        name="settings.notify"
        label={t("admin_calendar.notify")}
        hint={t("admin_calendar.notify_hint")}
        initial={integration?.settings.notify ?? false}
      />
    </>
  );
}

function resultOf({ last_error, checked_at, counts }: LastImport, { t, format }: Admin): string {
  if (checked_at === null) return t("admin_calendar.never");
  const time = format.dateTime(checked_at);
  if (last_error !== null) return t("admin_calendar.failed_on", { time, reason: last_error });
  return t("admin_calendar.imported_on", { time, counts: countsText(counts, t) });
}

/** The outcome of the last import, and a button for another. */
export async function CalendarImport({
  admin,
  target,
}: {
  admin: Admin;
  target: IntegrationTarget;
}) {
  const { ctx, page, t } = admin;
  const last = await getLastImport(ctx, target);
  return (
    <Section title={t("admin_calendar.title")} text={t("admin_calendar.text")}>
      <p>{resultOf(last, admin)}</p>
      {page.external_calendar_enabled ? (
        <ActionForm action={importCalendarAction} hidden={target} className="mt-3">
          <Submit className="button" busy={t("admin_calendar.importing")}>
            {t("admin_calendar.now")}
          </Submit>
        </ActionForm>
      ) : (
        <p className="note">
          {t("admin_calendar.off")}{" "}
          <Link
            href={`/pages/${page.subdomain}/settings#subscriptions`}
            className="text-link underline"
          >
            {t("admin_calendar.to_setting")}
          </Link>
        </p>
      )}
    </Section>
  );
}
