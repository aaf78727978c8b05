import { StatusPage } from "#app/(public)/_ui/start.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { loadCharts, MAX_CHARTS_ON_START } from "#lib/site/charts/read.ts";
import { textsOfStartPage } from "#lib/site/view/operator-texts.ts";

export default function Page(props: PageProps) {
  return renderPage(PAGES.start, props, {
    open: (ctx, asked) => loadCharts(ctx, { ...asked, period: "day" }, MAX_CHARTS_ON_START),
    say: textsOfStartPage,
    draw: (view, { charts }) => <StatusPage charts={charts} view={view} />,
  });
}
