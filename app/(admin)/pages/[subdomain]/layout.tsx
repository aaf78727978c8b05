import { ExternalLink } from "lucide-react";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { LiveRegion } from "#app/_ui/admin/live.tsx";
import { themeIn } from "#app/_ui/admin/theme.ts";
import { Toaster } from "#app/_ui/admin/toaster.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_open.ts";
import { AccountMenu } from "#app/(admin)/_shell/account-menu.tsx";
import { ComposeButton, ComposerSheet } from "#app/(admin)/_shell/composer-sheet.tsx";
import { commandsFor, navigationFor } from "#app/(admin)/_shell/entries.ts";
import { Keyboard } from "#app/(admin)/_shell/keyboard.tsx";
import { Navigation } from "#app/(admin)/_shell/navigation-list.tsx";
import { PageState } from "#app/(admin)/_shell/page-state.tsx";
import { PhoneBar } from "#app/(admin)/_shell/phone-bar.tsx";
import { Presence } from "#app/(admin)/_shell/presence.tsx";
import { Draft } from "#app/(admin)/_shell/publish.tsx";
import { Switcher } from "#app/(admin)/_shell/switcher.tsx";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { env } from "#lib/env.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { mayRole } from "#lib/permissions.ts";
import { readSentence } from "#lib/public-page/sentence-now.ts";
import { getPageUrl, listOwnPages } from "#lib/status-pages/read.ts";
import { UNDO } from "./_undo.ts";

type Props = { params: Promise<{ subdomain: string }>; children: ReactNode };

async function readShell({ ctx, page, user, locale }: Admin) {
  const one = sliceFrom(Pagination.parse({ limit: "1" }), env().APP_URL);
  const [url, pages, sentence, open] = await Promise.all([
    getPageUrl(ctx, page),
    listOwnPages(ctx, { user_id: user.id }),
    readSentence(ctx, page, locale),
    listIncidents(ctx, page, one, { status: "open" }),
  ]);
  const own = pages.filter(({ may_manage }) => may_manage);
  const current = own.find(({ subdomain }) => subdomain === page.subdomain);
  return { url, pages: own, current, sentence, counts: { open_incidents: open.total_count } };
}

export default async function PageLayout({ params, children }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { page, user, t } = admin;
  const { url, pages, current, sentence, counts } = await readShell(admin);
  const role = current?.role ?? "viewer";
  const where = { subdomain, organization_id: page.organization_id };
  const asked = { where, role, page_url: url, t };
  const theme = themeIn((await cookies()).get("theme")?.value);
  const mayPost = mayRole(role, "incident.write");
  const navigation = (
    <Navigation groups={navigationFor(asked)} counts={counts} label={t("admin.navigation")} />
  );
  const state = page.draft ? (
    <Draft admin={admin} />
  ) : (
    <PageState {...sentence} url={url} label={t("admin_shell.state")} />
  );
  const here = { subdomain, name: page.name, organization: current?.organization ?? "" };
  return (
    <AreaTexts locale={admin.locale} areas={["admin_composer"]}>
      <div className="md:grid md:min-h-dvh md:grid-cols-[15.5rem_minmax(0,1fr)]">
        <header className="sidebar">
          <Switcher current={here} pages={pages} />
          {state}
          <a href={url} className="nav-item max-md:ms-auto" title={t("admin.pages.view")}>
            <ExternalLink size={16} aria-hidden className="shrink-0" />
            <span className="max-md:sr-only">{t("admin.pages.view")}</span>
          </a>
          {mayPost && <ComposeButton className="button button-primary max-md:hidden" />}
          <div className="mt-2 min-h-0 grow overflow-y-auto max-md:hidden">{navigation}</div>
          <div className="flex items-center gap-1 border-line border-t pt-2 max-md:hidden">
            <AccountMenu email={user.email} theme={theme} />
            <Keyboard subdomain={subdomain} commands={commandsFor(asked)} />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="outline-none mx-auto w-full max-w-6xl px-4 py-4 pb-28 md:px-8 md:py-6"
        >
          {children}
        </main>
        <PhoneBar subdomain={subdomain} now={t("admin_now.title")} mayPost={mayPost}>
          {navigation}
          <div className="mt-2 border-line border-t pt-2">
            <AccountMenu email={user.email} theme={theme} />
          </div>
        </PhoneBar>
        {mayPost && <ComposerSheet subdomain={subdomain} />}
        <Toaster undo={UNDO} />
        <LiveRegion />
        <Presence subdomain={subdomain} />
      </div>
    </AreaTexts>
  );
}
