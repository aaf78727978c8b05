import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readParents } from "#app/(admin)/pages/[subdomain]/services/_parents.ts";
import { PasteForm } from "#app/(admin)/pages/[subdomain]/services/_ui/paste-form.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function PasteServicesPage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, locale, may } = admin;
  if (!may("service.write")) notFound();
  const back = { href: `/pages/${subdomain}/services`, label: t("admin_services.title") };
  return (
    <Screen
      title={t("admin_services.paste.title")}
      of={page.name}
      text={t("admin_services.paste.text")}
      t={t}
      back={back}
    >
      <AreaTexts locale={locale} areas={["admin_services"]}>
        <PasteForm subdomain={subdomain} parents={await readParents(admin)} />
      </AreaTexts>
    </Screen>
  );
}
