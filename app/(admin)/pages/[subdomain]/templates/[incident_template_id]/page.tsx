import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { readTypeOptions } from "#app/(admin)/pages/[subdomain]/templates/_types.ts";
import { TemplateForm } from "#app/(admin)/pages/[subdomain]/templates/_ui/template-form.tsx";
import { deleteTemplateAction } from "#app/(admin)/pages/[subdomain]/templates/actions.ts";
import { IncidentTemplateParams } from "#lib/api/body.ts";
import { getIncidentTemplate } from "#lib/incidents/templates/templates.ts";

type Props = { params: Promise<{ subdomain: string; incident_template_id: string }> };

export default async function TemplatePage({ params }: Props) {
  const route = await params;
  const admin = await openAdmin(route.subdomain);
  const target = IncidentTemplateParams.safeParse(route);
  if (!target.success) notFound();
  const { ctx, t, page, locale } = admin;
  const template = await found(getIncidentTemplate(ctx, target.data));
  const back = { href: `/pages/${route.subdomain}/templates`, label: t("admin_templates.title") };
  return (
    <Screen title={template.name} of={t("admin_templates.title")} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_templates"]}>
        <TemplateForm
          subdomain={route.subdomain}
          template={template}
          types={await readTypeOptions(admin)}
          services={await readChoices(admin)}
          languages={otherLanguages(page, template.translations)}
        />
      </AreaTexts>
      <Section title={t("admin_templates.delete_title")} text={t("admin_templates.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_templates.delete")}
            </button>
          }
          title={t("admin_templates.delete_title")}
          text={t("admin_templates.delete_text")}
          name={template.name}
          action={deleteTemplateAction}
          hidden={target.data}
          submit={t("admin_templates.delete")}
        />
      </Section>
    </Screen>
  );
}
