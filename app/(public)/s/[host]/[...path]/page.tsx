import { Missing } from "#app/(public)/_ui/missing.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";

export default function Page(props: PageProps) {
  return renderPage(PAGES.nothing, props, {
    open: loadSnapshot,
    say: () => [],
    draw: (view) => <Missing view={view} />,
  });
}
