import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { found } from "#app/(admin)/_open.ts";
import { openWriter } from "#app/(admin)/pages/[subdomain]/settings/_open.ts";
import { SettingSections } from "#app/(admin)/pages/[subdomain]/settings/_ui/sections.tsx";
import { toldContrast } from "#lib/public-page/look/told.ts";
import { previewSettings } from "#lib/status-pages/preview.ts";
import { Images } from "./_ui/images.tsx";
import { Preview } from "./_ui/preview.tsx";

type Props = { params: Promise<{ subdomain: string }> };

export default async function AppearancePage({ params }: Props) {
  const { subdomain } = await params;
  const { admin } = await found(openWriter(subdomain));
  const { ctx, t, page, locale } = admin;
  const told = toldContrast(await found(previewSettings(ctx, { subdomain }, {})));
  return (
    <Screen title={t("admin_appearance.title")} of={page.name} t={t}>
      <AreaTexts locale={locale} areas={["admin_appearance"]}>
        <Preview subdomain={subdomain} saved={page.updated_at} initial={told} />
        <Images admin={admin} />
        <SettingSections admin={admin} area="admin_appearance" />
      </AreaTexts>
    </Screen>
  );
}
