import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readParents } from "#app/(admin)/pages/[subdomain]/services/_parents.ts";
import { readPeople } from "#app/(admin)/pages/[subdomain]/services/_people.ts";
import { ServiceForm } from "#app/(admin)/pages/[subdomain]/services/_ui/service-form.tsx";
import { createServiceAction } from "#app/(admin)/pages/[subdomain]/services/actions.ts";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewServicePage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, locale, may } = admin;
  if (!may("service.write")) notFound();
  const back = { href: `/pages/${subdomain}/services`, label: t("admin_services.title") };
  return (
    <Screen title={t("admin_services.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_services"]}>
        <ServiceForm
          action={createServiceAction}
          subdomain={subdomain}
          parents={await readParents(admin)}
          mayWrite
          languages={otherLanguages(admin.page)}
          people={await readPeople(admin, [])}
        />
      </AreaTexts>
    </Screen>
  );
}
