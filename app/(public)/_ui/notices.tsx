import { countUnlisted } from "#lib/site/snapshot/activity.ts";
import type { PublicNotice } from "#lib/site/snapshot/incidents.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { Chips } from "./chips.tsx";
import { More } from "./more.tsx";
import { FoldedUpdates } from "./timeline.tsx";

function Notice({ notice, view }: { notice: PublicNotice; view: View }) {
  const id = `n${notice.id}`;
  const address = href(view.visit, `/info_notices/${notice.id}`);
  return (
    <article className="plan" aria-labelledby={id}>
      <h3 id={id}>
        <a href={address} {...marked(notice, "title", view.visit)}>
          {localized(notice, "title", view.visit)}
        </a>
      </h3>
      <Chips ids={notice.service_ids} view={view} />
      <FoldedUpdates id={id} updates={notice.updates} of={null} view={view} whole={address} />
    </article>
  );
}

export function Notices({ view }: { view: View }) {
  const { notices } = view.snapshot;
  if (notices.length === 0) return null;
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{view.t("public.notices.title")}</h2>
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} view={view} />
      ))}
      <More of="notices" count={countUnlisted(view.snapshot).notices} view={view} />
    </section>
  );
}
