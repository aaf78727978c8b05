import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readChoices, readGroups } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { NoticeForm } from "#app/(admin)/pages/[subdomain]/notices/_ui/notice-form.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewNoticePage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, locale } = admin;
  const back = { href: `/pages/${subdomain}/notices`, label: t("admin_notices.title") };
  return (
    <Screen title={t("admin_notices.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_notices"]}>
        <NoticeForm
          subdomain={subdomain}
          services={await readChoices(admin)}
          languages={otherLanguages(page)}
          time_zone={page.time_zone}
          times={{ from: { initial: "" }, until: { initial: "" } }}
          groups={await readGroups(admin)}
          notify={page.notify_by_default}
        />
      </AreaTexts>
    </Screen>
  );
}
