import { Layers, Plus } from "lucide-react";
import Link from "next/link";
import { redirect } from "next/navigation";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { mayRole, type Permission } from "#lib/core/access/permissions.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import type { OwnOrganizationRow } from "#lib/identity/organizations/queries.ts";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import { listOwnPages, type OwnPage } from "#lib/pages/read.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { FrameBeyondPages } from "./_shell/frame-beyond-pages.tsx";

type Props = { searchParams: Promise<{ choose?: string }> };

export default async function HomePage({ searchParams }: Props) {
  const { user, ctx } = await sessionContext();
  const pages = await listOwnPages(ctx, { user_id: user.id });
  const [only] = pages;
  const { choose } = await searchParams;
  if (only?.may_manage && pages.length === 1 && choose === undefined)
    redirect(`/pages/${only.subdomain}/now`);
  const t = translator(await localeOf(user));
  const organizations = await listOwnOrganizations(ctx, { user_id: user.id });
  return (
    <FrameBeyondPages
      user={user}
      t={t}
      title={t("admin.pages.title")}
      pages={pages}
      organizations={organizations}
    >
      <Screen
        title={t("admin.pages.title")}
        text={pages.length > 0 && t("admin.pages.text")}
        width="reading"
        t={t}
      >
        {pages.length === 0 && <Empty t={t} organizations={organizations} user={user} />}
        {[...Map.groupBy(pages, (page) => page.organization)].map(([organization, own]) => (
          <section key={organization} className="mb-8">
            <h2 className="mb-2 font-semibold text-muted text-sm">{organization}</h2>
            <ul className="divide-y divide-line border-line border-y">
              {own.map((page) => (
                <PageItem key={page.subdomain} page={page} t={t} />
              ))}
            </ul>
          </section>
        ))}
      </Screen>
    </FrameBeyondPages>
  );
}

function PageItem({ page, t }: { page: OwnPage; t: Translate }) {
  const address = pageUrl(page);
  const { subdomain, name, organization, role, may_manage } = page;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        {may_manage ? (
          <a
            href={`/pages/${subdomain}/now`}
            className="block py-1 font-medium text-link hover:underline"
          >
            {name}
            <span className="block font-normal text-muted text-sm">{new URL(address).host}</span>
          </a>
        ) : (
          <>
            <p className="pt-2 font-medium">{name}</p>
            <p className="text-muted text-sm">{new URL(address).host}</p>
          </>
        )}
      </div>
      <a href={address} className="button button-quiet">
        {t("admin.pages.view")}
      </a>
      {!may_manage && (
        <p className="max-w-prose basis-full pb-2 text-muted text-sm">
          {t("admin.pages.refused", { role: t(`admin.pages.role.${role}`), organization })}
        </p>
      )}
    </li>
  );
}

type EmptyProps = { t: Translate; organizations: OwnOrganizationRow[]; user: UserRow };

function Empty({ t, organizations, user }: EmptyProps) {
  const [first] = organizations;
  if (first === undefined)
    return <p className="my-8">{t("admin.pages.no_role", { email: user.email })}</p>;
  const where = (permission: Permission) =>
    organizations.find(({ role }) => role !== null && mayRole(role, permission));
  const own = where("status_page.write");
  const readable = own ?? where("organization.read");
  return (
    <div className="my-8">
      <EmptyState
        icon={<Layers size={28} strokeWidth={1.5} />}
        title={t("admin.pages.empty")}
        text={
          own
            ? t("admin.pages.empty_text")
            : t("admin.pages.empty_waiting", { organization: first.name })
        }
      >
        {own && (
          <Link href={`/organizations/${own.id}/new`} className="button button-primary">
            <Plus size={16} aria-hidden /> {t("admin_organization.new_page")}
          </Link>
        )}
        {readable && (
          <Link href={`/organizations/${readable.id}`} className="button">
            {t("admin_organization.title")}
          </Link>
        )}
      </EmptyState>
    </div>
  );
}
