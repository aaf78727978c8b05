import type { ReactNode } from "react";
import { Shortcuts } from "#app/_ui/admin/shortcuts.tsx";
import { Toaster } from "#app/_ui/admin/toaster.tsx";
import { openAdmin } from "#app/(admin)/_open.ts";
import { Account } from "#app/(admin)/_shell/account.tsx";
import { NavLink } from "#app/(admin)/_shell/nav-link.tsx";
import { Presence } from "#app/(admin)/_shell/presence.tsx";
import { getPageUrl } from "#lib/status-pages/read.ts";
import { deleteUpdateAction, restoreUpdateAction } from "./incidents/actions.ts";

type Props = { params: Promise<{ subdomain: string }>; children: ReactNode };

export default async function PageLayout({ params, children }: Props) {
  const { subdomain } = await params;
  const { ctx, page, user, t } = await openAdmin(subdomain);
  const url = await getPageUrl(ctx, page);
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[13rem_minmax(0,1fr)]">
      <header className="flex items-center gap-x-2 border-line bg-panel px-4 max-md:border-b md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r md:p-4">
        <p
          className="min-w-0 truncate py-2 font-semibold max-md:mr-auto md:mb-2 md:whitespace-normal md:px-2"
          title={page.name}
        >
          {page.name}
        </p>
        <nav aria-label={t("admin.navigation")} className="flex md:flex-col">
          <NavLink href={`/pages/${subdomain}/incidents`} keys="g i">
            {t("admin.incidents.title")}
          </NavLink>
          <NavLink href={url} keys="g p" isOutside>
            {t("admin.pages.view")}
          </NavLink>
        </nav>
        <details className="group relative md:hidden">
          <summary
            className="flex min-h-11 items-center px-2 text-muted"
            aria-label={t("admin.account.menu")}
          >
            •••
          </summary>
          <div className="absolute right-0 z-10 w-64 rounded-md border border-line bg-raised p-4 shadow-lg">
            <a href="/?choose" className="mb-3 flex min-h-11 items-center text-link">
              {t("admin.pages.switch")}
            </a>
            <Account user={user} t={t} />
          </div>
        </details>
        <Shortcuts />
        <div className="hidden space-y-1 border-line border-t px-2 pt-4 md:block">
          <a
            href="/?choose"
            data-keys="g s"
            className="flex min-h-8 items-center text-link text-sm hover:underline"
          >
            {t("admin.pages.switch")}
          </a>
          <Account user={user} t={t} />
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-6xl px-4 py-4 pb-24 md:px-6 md:py-6">
        {children}
      </main>
      <Toaster undo={{ delete_update: deleteUpdateAction, restore_update: restoreUpdateAction }} />
      <Presence />
    </div>
  );
}
