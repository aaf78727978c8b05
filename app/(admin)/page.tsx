import { redirect } from "next/navigation";
import { pageUrl } from "#lib/addresses/url.ts";
import { authorizeUser } from "#lib/auth/authorize.ts";
import { env } from "#lib/env.ts";
import { type Translate, translator } from "#lib/i18n/translator.ts";
import { localeOf, sessionContext } from "#lib/sessions/session.ts";
import { listOwnPages, type OwnPage } from "#lib/status-pages/read.ts";
import { Account } from "./_shell/account.tsx";

type Props = { searchParams: Promise<{ choose?: string }> };

export default async function HomePage({ searchParams }: Props) {
  const { user, ctx } = await sessionContext();
  const pages = await listOwnPages(ctx, { user_id: user.id });
  const { organization_ids } = await authorizeUser(ctx, { user_id: user.id });
  const [only] = pages;
  const { choose } = await searchParams;
  if (only?.may_manage && pages.length === 1 && choose === undefined)
    redirect(`/pages/${only.subdomain}/now`);
  const t = translator(await localeOf(user));
  const organizations = Map.groupBy(pages, (page) => page.organization);
  return (
    <main id="content" className="mx-auto max-w-2xl px-4 py-10">
      <title>{t("admin.title", { title: t("admin.pages.title") })}</title>
      <h1 className="mb-1 font-semibold text-2xl">{t("admin.pages.title")}</h1>
      {pages.length === 0 ? (
        <Empty t={t} email={user.email} organization={organization_ids[0]} />
      ) : (
        <p className="mb-6 text-muted">{t("admin.pages.text")}</p>
      )}
      {[...organizations].map(([organization, own]) => (
        <section key={organization} className="mb-8">
          <h2 className="mb-2 font-semibold text-muted text-sm">{organization}</h2>
          <ul className="divide-y divide-line border-line border-y">
            {own.map((page) => (
              <PageItem key={page.subdomain} page={page} t={t} />
            ))}
          </ul>
        </section>
      ))}
      <Account user={user} t={t} />
    </main>
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
            <p className="max-w-prose pb-2 text-muted text-sm">
              {t("admin.pages.refused", { role: t(`admin.pages.role.${role}`), organization })}
            </p>
          </>
        )}
      </div>
      <a href={address} className="button button-quiet">
        {t("admin.pages.view")}
      </a>
    </li>
  );
}

function firstPage(organization: number): string {
  const record = {
    status_page: { name: "Acme", url: "https://acme.example", time_zone: "Europe/Berlin" },
  };
  return `curl ${env().APP_URL}/api/v2/orgs/${organization}/status_pages \\
  -H "Authorization: $API_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(record)}'`;
}

function Empty({
  t,
  email,
  organization,
}: {
  t: Translate;
  email: string;
  organization: number | undefined;
}) {
  if (organization === undefined)
    return <p className="my-8">{t("admin.pages.no_role", { email })}</p>;
  return (
    <div className="my-8 rounded-md border border-line border-dashed p-6">
      <h2 className="mb-1 font-semibold">{t("admin.pages.empty")}</h2>
      <p className="mb-3 text-muted">{t("admin.pages.empty_text")}</p>
      <pre className="overflow-x-auto rounded bg-panel p-3 text-sm">{firstPage(organization)}</pre>
    </div>
  );
}
