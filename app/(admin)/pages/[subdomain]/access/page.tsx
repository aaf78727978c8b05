import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { openWriter } from "#app/(admin)/pages/[subdomain]/settings/_open.ts";
import { SettingSections } from "#app/(admin)/pages/[subdomain]/settings/_ui/sections.tsx";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { getPageUrl } from "#lib/pages/read.ts";
import { configWarnings } from "#lib/platform/config/config-warnings.ts";
import { Audience } from "./_ui/audience.tsx";
import { Domain } from "./_ui/domain.tsx";

type Props = { params: Promise<{ subdomain: string }> };

/** Where the page is found, and who may see it. */
export default async function AccessPage({ params }: Props) {
  const { subdomain } = await params;
  const { admin } = await found(openWriter(subdomain));
  const { ctx, page, t, locale } = admin;
  const url = await getPageUrl(ctx, page);
  const amiss = configWarnings();
  const own = pageUrl({ address: subdomain });
  return (
    <Screen title={t("admin_access.title")} of={page.name} t={t}>
      <AreaTexts locale={locale} areas={["admin_access"]}>
        <Section title={t("admin_access.addresses.title")} text={t("admin_access.addresses.text")}>
          <CopyField label={t("admin_access.addresses.page")} value={url} later="" />
          {own !== url && (
            <CopyField label={t("admin_access.addresses.own")} value={own} later="" />
          )}
          <p>
            <Link href={`/pages/${subdomain}/settings#general`} className="text-link underline">
              {t("admin_access.addresses.rename")}
            </Link>
          </p>
        </Section>
        {amiss.length > 0 && (
          <div className="mb-6 space-y-3">
            {amiss.map(({ code, values }) => (
              <p key={code} className="note wrap-anywhere">
                {t(`admin_access.domain.amiss.${code}`, values)}
              </p>
            ))}
          </div>
        )}
        <SettingSections admin={admin} area="admin_access" only="domain" />
        <Domain admin={admin} />
        <Audience admin={admin} />
        <SettingSections admin={admin} area="admin_access" only="access" />
      </AreaTexts>
    </Screen>
  );
}
