import type { PublicNotice } from "#lib/public-page/snapshot/incidents.ts";
import { openNotice } from "#lib/public-page/snapshot/open.ts";
import { saidByUpdates } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { numberIn } from "#lib/public-page/words/visitor.ts";
import { Back } from "../../../../_ui/back.tsx";
import { Chips } from "../../../../_ui/chips.tsx";
import { PageDocument } from "../../../../_ui/document.tsx";
import { Timeline } from "../../../../_ui/timeline.tsx";
import { type PageProps, renderPage } from "../../../../_visit.tsx";

const MAX_NAMED = 200;

function NoticePage({ notice, view }: { notice: PublicNotice; view: View }) {
  const { t, snapshot, visit } = view;
  const title = localized(notice, "title", visit);
  return (
    <PageDocument
      view={view}
      path={`/info_notices/${notice.id}`}
      title={t("public.subpage_title", { title, name: snapshot.page.name })}
      severity={view.sentence.severity}
    >
      <Back view={view} />
      <h1 {...marked(notice, "title", visit)}>{title}</h1>
      <Chips ids={notice.service_ids} view={view} max={MAX_NAMED} />
      <Timeline updates={notice.updates} view={view} />
    </PageDocument>
  );
}

export default async function Page(props: PageProps<"id">) {
  const { id } = await props.params;
  return renderPage(
    props,
    (ctx, subdomain) => openNotice(ctx, { subdomain, info_notice_id: numberIn(id) }),
    (view, { notice }) => saidByUpdates(notice.updates, view),
    (view, { notice }) => <NoticePage notice={notice} view={view} />,
  );
}
