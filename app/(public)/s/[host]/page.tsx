import { StatusPage } from "#app/(public)/_ui/start.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { MAX_CHARTS_ON_START, openCharts } from "#lib/site/charts/open.ts";
import { saidOnStart } from "#lib/site/view/said.ts";

export default function Page(props: PageProps) {
  return renderPage(PAGES.start, props, {
    open: (ctx, asked) => openCharts(ctx, { ...asked, period: "day" }, MAX_CHARTS_ON_START),
    say: saidOnStart,
    draw: (view, { charts }) => <StatusPage charts={charts} view={view} />,
  });
}
