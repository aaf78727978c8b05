import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { SETTINGS_SECTIONS } from "./_fields.ts";
import { openWriter } from "./_open.ts";
import { Danger } from "./_ui/danger.tsx";
import { FindSetting } from "./_ui/find-setting.tsx";
import { SettingSections } from "./_ui/sections.tsx";
import type { TextKey } from "./_values.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

export default async function SettingsPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const { admin, mayDelete } = await found(openWriter(subdomain));
  const { t, page } = admin;
  const links = [
    ...Object.keys(SETTINGS_SECTIONS).map((section) => ({
      href: `#${section}`,
      title: t(`admin_settings.sections.${section}.title` as TextKey),
    })),
    { href: `/pages/${subdomain}/access`, title: t("admin_access.title") },
    { href: `/pages/${subdomain}/emails`, title: t("admin_emails.title") },
    { href: "#danger", title: t("admin_settings.danger") },
  ];
  return (
    <Screen title={t("admin_settings.title")} of={page.name} t={t}>
      {done === "saved" && <Flash text={t("admin_settings.done.saved")} />}
      <FindSetting label={t("admin_settings.find")} none={t("admin_settings.none")} />
      <nav aria-label={t("admin_settings.on_screen")} className="mb-4">
        <ul className="flex flex-wrap gap-x-4">
          {links.map(({ href, title }) => (
            <li key={href}>
              <a
                href={href}
                className="inline-flex items-center text-link underline touch:min-h-11"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SettingSections admin={admin} area="admin_settings" />
      <Danger admin={admin} mayDelete={mayDelete} />
    </Screen>
  );
}
