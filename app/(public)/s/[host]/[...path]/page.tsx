import { Missing } from "#app/(public)/_ui/missing.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { openSnapshot } from "#lib/site/snapshot/open-snapshot.ts";

export default function Page(props: PageProps) {
  return renderPage(PAGES.nothing, props, {
    open: openSnapshot,
    say: () => [],
    draw: (view) => <Missing view={view} />,
  });
}
