import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { ComposeButton, ComposerSheet } from "#app/(admin)/_shell/composer-sheet.tsx";
import { commandsFor, navigationFor } from "#app/(admin)/_shell/entries.ts";
import { Frame } from "#app/(admin)/_shell/frame.tsx";
import { OrphanedTexts } from "#app/(admin)/_shell/orphaned-texts.tsx";
import { PageState } from "#app/(admin)/_shell/page-state.tsx";
import { Presence } from "#app/(admin)/_shell/presence.tsx";
import { Draft } from "#app/(admin)/_shell/publish.tsx";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { mayRole } from "#lib/core/access/permissions.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { getPageUrl, listOwnPages } from "#lib/pages/read.ts";
import { env } from "#lib/platform/config/env.ts";
import { readSentence } from "#lib/site/view/view.ts";

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
  const mayPost = mayRole(role, "incident.write");
  const state = page.draft ? (
    <Draft admin={admin} />
  ) : (
    <PageState {...sentence} url={url} label={t("admin_shell.state")} />
  );
  return (
    <AreaTexts locale={admin.locale} areas={["admin_composer"]}>
      <Frame
        user={user}
        t={t}
        here={{ subdomain, name: page.name, organization: current?.organization ?? "" }}
        pages={pages}
        groups={navigationFor(asked)}
        counts={counts}
        commands={commandsFor(asked)}
        home={{ href: `/pages/${subdomain}/now`, label: t("admin_now.title") }}
        mayPost={mayPost}
        top={
          <>
            {state}
            <a href={url} className="nav-item max-md:ms-auto" title={t("admin.pages.view")}>
              <ExternalLink size={16} aria-hidden className="shrink-0" />
              <span className="max-md:sr-only">{t("admin.pages.view")}</span>
            </a>
            {mayPost && <ComposeButton className="button button-primary max-md:hidden" />}
          </>
        }
      >
        <OrphanedTexts subdomain={subdomain} />
        {children}
      </Frame>
      {mayPost && <ComposerSheet subdomain={subdomain} />}
      <Presence subdomain={subdomain} />
    </AreaTexts>
  );
}
