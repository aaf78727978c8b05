import { localized } from "#lib/public-page/localized.ts";
import type { View } from "#lib/public-page/view.ts";
import { href } from "#lib/public-page/visitor.ts";
import { Chips } from "./chips.tsx";
import { FoldedUpdates } from "./timeline.tsx";

export function Notices({ view }: { view: View }) {
  const { notices } = view.snapshot;
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{view.t("public.notices.title")}</h2>
      {notices.map((notice) => (
        <article key={notice.id} className="card" aria-labelledby={`n${notice.id}`}>
          <h3 id={`n${notice.id}`}>
            <a href={href(view.visit, `/info_notices/${notice.id}`)}>{localized(notice, "title", view.visit.locale)}</a>
          </h3>
          <Chips ids={notice.service_ids} view={view} />
          <FoldedUpdates id={`n${notice.id}`} updates={notice.updates} view={view} />
        </article>
      ))}
    </section>
  );
}
