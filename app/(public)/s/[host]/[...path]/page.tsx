import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { Missing } from "../../../_ui/missing.tsx";
import { type PageProps, renderPage } from "../../../_visit.tsx";

export default async function Page(props: PageProps) {
  return renderPage(
    props,
    (ctx, subdomain) => openSnapshot(ctx, { subdomain }),
    () => [],
    (view) => <Missing view={view} />,
  );
}
