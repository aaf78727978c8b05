import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { openWriter } from "#app/(admin)/pages/[subdomain]/settings/_open.ts";
import { SettingForm } from "#app/(admin)/pages/[subdomain]/settings/_ui/sections.tsx";
import { previewSettings } from "#lib/pages/read.ts";
import { appearanceReport } from "#lib/site/contrast-report.ts";
import { Images } from "./_ui/images.tsx";
import { LookProvider } from "./_ui/look.tsx";
import { Preview } from "./_ui/preview.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function AppearancePage({ params }: Props) {
  const { subdomain } = await params;
  const { admin } = await found(openWriter(subdomain));
  const { ctx, t, page, locale } = admin;
  const look = appearanceReport(await found(previewSettings(ctx, { subdomain }, {})));
  return (
    <Screen title={t("admin_appearance.title")} of={page.name} t={t}>
      <AreaTexts locale={locale} areas={["admin_appearance"]}>
        <LookProvider initial={look}>
          <Preview subdomain={subdomain} saved={page.updated_at} />
          <Images admin={admin} />
          <SettingForm admin={admin} area="admin_appearance" />
        </LookProvider>
      </AreaTexts>
    </Screen>
  );
}
