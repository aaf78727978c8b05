import Link from "next/link";
import { Markdown } from "#app/_ui/admin/markdown.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { renderMarkdown } from "#lib/core/markdown/rendered.ts";
import { phaseAt } from "#lib/incidents/state.ts";

export async function Postmortem({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { t, page, now } = admin;
  const { id, postmortem, severity } = incident;
  const isOver = phaseAt(now, incident) === "closed";
  if (!postmortem && (!isOver || severity === "scheduled")) return null;
  const address = `/pages/${page.subdomain}/incidents/${id}/postmortem`;
  return (
    <section aria-labelledby="postmortem" className="mb-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="postmortem" className="font-semibold text-lg">
          {t("admin_composer.postmortem.title")}
        </h2>
        <Link href={address} className="text-link text-sm hover:underline">
          {t(postmortem ? "admin_composer.postmortem.edit" : "admin_composer.postmortem.write")}
        </Link>
      </div>
      {postmortem ? (
        <>
          <Markdown html={await renderMarkdown(postmortem)} subdomain={page.subdomain} />
          {!isOver && (
            <p className="mt-2 text-muted text-sm">{t("admin_composer.postmortem.later")}</p>
          )}
        </>
      ) : (
        <p className="text-muted">{t("admin_composer.postmortem.none")}</p>
      )}
    </section>
  );
}
