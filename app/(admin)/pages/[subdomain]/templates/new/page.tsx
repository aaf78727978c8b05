import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { readTypeOptions } from "#app/(admin)/pages/[subdomain]/templates/_types.ts";
import { TemplateForm } from "#app/(admin)/pages/[subdomain]/templates/_ui/template-form.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewTemplatePage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, locale } = admin;
  const back = { href: `/pages/${subdomain}/templates`, label: t("admin_templates.title") };
  return (
    <Screen title={t("admin_templates.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_templates"]}>
        <TemplateForm
          subdomain={subdomain}
          types={await readTypeOptions(admin)}
          services={await readChoices(admin)}
          languages={otherLanguages(page)}
        />
      </AreaTexts>
    </Screen>
  );
}
