import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { LiveRegion } from "#app/_ui/admin/live.tsx";
import { themeIn } from "#app/_ui/admin/theme.ts";
import { Toaster } from "#app/_ui/admin/toaster.tsx";
import { openOrganization } from "#app/(admin)/_organization.ts";
import { AccountMenu } from "#app/(admin)/_shell/account-menu.tsx";
import { navigationFor } from "#app/(admin)/_shell/entries.ts";
import { Keyboard } from "#app/(admin)/_shell/keyboard.tsx";
import { NavLink } from "#app/(admin)/_shell/nav-link.tsx";
import { Navigation } from "#app/(admin)/_shell/navigation-list.tsx";
import { Switcher } from "#app/(admin)/_shell/switcher.tsx";
import { UNDO } from "#app/(admin)/pages/[subdomain]/_undo.ts";

type Props = { params: Promise<{ organization_id: string }>; children: ReactNode };

export default async function OrganizationLayout({ params, children }: Props) {
  const { organization_id } = await params;
  const admin = await openOrganization(organization_id);
  const { organization, role, user, all_pages, t, locale } = admin;
  const where = { subdomain: "", organization_id: organization.id };
  const groups = navigationFor({ where, role, page_url: "", t })
    .map((group) => ({
      ...group,
      screens: group.screens.filter(({ href }) => !href.startsWith("/pages/")),
    }))
    .filter(({ screens }) => screens.length > 0);
  const screens = groups.flatMap((group) => group.screens);
  const commands = screens.map(({ label, keys, href }) => ({ label, keys, href }));
  const theme = themeIn((await cookies()).get("theme")?.value);
  const here = { subdomain: "", name: organization.name, organization: "" };
  const own = all_pages.filter(({ may_manage }) => may_manage);
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[15.5rem_minmax(0,1fr)]">
      <header className="sidebar">
        <Switcher current={here} pages={own} />
        <div className="mt-2 min-h-0 grow overflow-y-auto max-md:hidden">
          <Navigation
            groups={groups}
            counts={{ open_incidents: 0 }}
            label={t("admin.navigation")}
          />
        </div>
        <div className="flex min-w-0 items-center gap-1 border-line max-md:ms-auto md:border-t md:pt-2">
          <AccountMenu email={user.email} theme={theme} />
          <Keyboard subdomain="" commands={commands} />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="outline-none mx-auto w-full max-w-6xl px-4 py-4 md:px-8 md:py-6"
      >
        <nav
          aria-label={t("admin.navigation")}
          className="-mx-4 mb-3 flex overflow-x-auto px-2 md:hidden"
        >
          {screens.map(({ href, label }) => (
            <NavLink key={href} href={href}>
              <span className="whitespace-nowrap">{label}</span>
            </NavLink>
          ))}
        </nav>
        <AreaTexts
          locale={locale}
          areas={["admin_organization", "admin_members", "admin_api_keys", "admin_audit"]}
        >
          {children}
        </AreaTexts>
      </main>
      <Toaster undo={UNDO} />
      <LiveRegion />
    </div>
  );
}
