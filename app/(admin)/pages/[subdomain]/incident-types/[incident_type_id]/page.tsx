import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { TypeForm } from "#app/(admin)/pages/[subdomain]/incident-types/_ui/type-form.tsx";
import { deleteIncidentTypeAction } from "#app/(admin)/pages/[subdomain]/incident-types/actions.ts";
import { IncidentTypeParams } from "#lib/api/body.ts";
import { getIncidentType } from "#lib/incidents/types/incident-types.ts";

type Props = { params: Promise<{ subdomain: string; incident_type_id: string }> };

export default async function IncidentTypePage({ params }: Props) {
  const route = await params;
  const { ctx, t, page, may, locale } = await openAdmin(route.subdomain);
  const target = IncidentTypeParams.safeParse(route);
  if (!target.success || !may("incident_type.write")) notFound();
  const type = await found(getIncidentType(ctx, target.data));
  const title = t("admin_incident_types.title");
  const back = { href: `/pages/${route.subdomain}/incident-types`, label: title };
  return (
    <Screen title={type.name} of={title} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_incident_types"]}>
        <TypeForm
          subdomain={route.subdomain}
          type={type}
          languages={otherLanguages(page, type.translations)}
        />
      </AreaTexts>
      <Section
        title={t("admin_incident_types.delete_title")}
        text={t("admin_incident_types.delete_text")}
      >
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_incident_types.delete")}
            </button>
          }
          title={t("admin_incident_types.delete_title")}
          text={t("admin_incident_types.delete_text")}
          name={type.name}
          action={deleteIncidentTypeAction}
          hidden={target.data}
          submit={t("admin_incident_types.delete")}
        />
      </Section>
    </Screen>
  );
}
