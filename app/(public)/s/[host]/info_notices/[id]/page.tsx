import { Back } from "#app/(public)/_ui/back.tsx";
import { Chips } from "#app/(public)/_ui/chips.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { Timeline } from "#app/(public)/_ui/timeline.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import type { PublicNotice } from "#lib/site/snapshot/incidents.ts";
import { loadNotice } from "#lib/site/snapshot/records.ts";
import { briefText, updateTexts } from "#lib/site/view/operator-texts.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

const MAX_NAMED = 200;

function NoticePage({ notice, view }: { notice: PublicNotice; view: View }) {
  const { visit } = view;
  const title = localized(notice, "title", visit);
  return (
    <PageDocument
      view={view}
      path={`/info_notices/${notice.id}`}
      title={title}
      severity={view.sentence.severity}
      description={briefText(notice.updates, view)}
    >
      <Back view={view} />
      <h1 {...marked(notice, "title", visit)}>{title}</h1>
      <Chips ids={notice.service_ids} view={view} max={MAX_NAMED} />
      <Timeline updates={notice.updates} of={null} view={view} />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.notice, props, {
    open: (ctx, { subdomain, id }) => loadNotice(ctx, { subdomain, info_notice_id: numberIn(id) }),
    say: (view, { notice }) => updateTexts(notice.updates, view),
    draw: (view, { notice }) => <NoticePage notice={notice} view={view} />,
  });
}
