import Link from "next/link";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { deleteDraftAction } from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { listDrafts } from "#lib/incidents/drafts/drafts.ts";
import { env } from "#lib/platform/config/env.ts";

const MAX_LISTED = "10";

/** Incidents that somebody began and did not post; no visitor sees them. */
export async function Drafts({ admin }: { admin: Admin }) {
  const { ctx, page, t } = admin;
  const slice = sliceFrom(Pagination.parse({ limit: MAX_LISTED }), env().APP_URL);
  const { rows } = await listDrafts(ctx, page, slice);
  if (rows.length === 0) return null;
  return (
    <section
      aria-labelledby="drafts"
      className="mb-5 rounded-lg border border-line border-dashed px-4 py-3 text-sm"
    >
      <h2 id="drafts" className="font-semibold">
        {t("admin_composer.draft.title")}
      </h2>
      <ul className="divide-y divide-line">
        {rows.map(({ id, title, updated_at }) => {
          const name = title || t("admin_composer.draft.untitled");
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <Link
                href={`/pages/${page.subdomain}/incidents/new?draft=${id}`}
                className="min-h-9 content-center font-medium text-link hover:underline touch:min-h-11"
              >
                {name}
              </Link>
              <span className="grow text-muted">{ago(updated_at, admin)}</span>
              <ActionForm
                action={deleteDraftAction}
                hidden={{ subdomain: page.subdomain, incident_draft_id: id }}
              >
                <Submit className="button button-quiet px-2!">
                  {t("admin_composer.draft.delete")}
                  <span className="sr-only">{t("joined.label", { label: "", value: name })}</span>
                </Submit>
              </ActionForm>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
