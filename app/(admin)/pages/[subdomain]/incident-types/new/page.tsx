import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { TypeForm } from "#app/(admin)/pages/[subdomain]/incident-types/_ui/type-form.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewIncidentTypePage({ params }: Props) {
  const { subdomain } = await params;
  const { t, page, may, locale } = await openAdmin(subdomain);
  if (!may("incident_type.write")) notFound();
  const title = t("admin_incident_types.title");
  const back = { href: `/pages/${subdomain}/incident-types`, label: title };
  return (
    <Screen title={t("admin_incident_types.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_incident_types"]}>
        <TypeForm subdomain={subdomain} languages={otherLanguages(page)} />
      </AreaTexts>
    </Screen>
  );
}
