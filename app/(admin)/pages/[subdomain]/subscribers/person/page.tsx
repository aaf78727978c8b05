import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { PersonForm } from "./_person.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function PersonPage({ params }: Props) {
  const { subdomain } = await params;
  const { page, may, t, locale } = await openAdmin(subdomain);
  if (!may("subscription.write")) notFound();
  const back = { href: `/pages/${subdomain}/subscribers`, label: t("admin_subscribers.title") };
  return (
    <Screen title={t("admin_person.title")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_person"]}>
        <Section title={t("admin_person.one")} text={t("admin_person.text")}>
          <PersonForm subdomain={subdomain} />
        </Section>
      </AreaTexts>
    </Screen>
  );
}
