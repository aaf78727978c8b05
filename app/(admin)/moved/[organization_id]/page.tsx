import { ExternalLink } from "lucide-react";
import { notFound } from "next/navigation";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { FrameBeyondPages } from "#app/(admin)/_shell/frame-beyond-pages.tsx";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import { listOwnPages } from "#lib/pages/read.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

type Props = { params: Promise<{ organization_id: string }> };

/** In place of every screen of an organization that is on another installation now. */
export default async function MovedPage({ params }: Props) {
  const { organization_id } = await params;
  const { user, ctx } = await sessionContext();
  const own = { user_id: user.id };
  const [organizations, pages] = await Promise.all([
    listOwnOrganizations(ctx, own),
    listOwnPages(ctx, own),
  ]);
  const moved = organizations.find(({ id }) => String(id) === organization_id);
  if (!moved?.moved_to) notFound();
  const t = translator(await localeOf(user));
  const { host } = new URL(moved.moved_to);
  return (
    <FrameBeyondPages
      user={user}
      t={t}
      title={moved.name}
      pages={pages}
      organizations={organizations.filter(({ moved_to }) => moved_to === null)}
    >
      <Screen
        title={t("admin_moved.title", { organization: moved.name })}
        text={t("admin_moved.text", { host })}
        width="reading"
        t={t}
      >
        <a href={moved.moved_to} className="button button-primary">
          <ExternalLink size={16} aria-hidden /> {t("admin_moved.go", { host })}
        </a>
      </Screen>
    </FrameBeyondPages>
  );
}
