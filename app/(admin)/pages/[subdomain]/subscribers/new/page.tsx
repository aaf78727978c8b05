import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readSubscriptionChoices } from "#app/(admin)/pages/[subdomain]/subscribers/_choices.ts";
import { SubscriptionForm } from "#app/(admin)/pages/[subdomain]/subscribers/_ui/form.tsx";
import { createSubscriptionAction } from "#app/(admin)/pages/[subdomain]/subscribers/actions.ts";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewSubscriberPage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { may, page, t, locale } = admin;
  if (!may("subscription.write")) notFound();
  const back = { href: `/pages/${subdomain}/subscribers`, label: t("admin_subscribers.title") };
  return (
    <Screen title={t("admin_subscribers.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_subscribers"]}>
        <SubscriptionForm
          action={createSubscriptionAction}
          subdomain={subdomain}
          choices={await readSubscriptionChoices(admin)}
        />
      </AreaTexts>
    </Screen>
  );
}
