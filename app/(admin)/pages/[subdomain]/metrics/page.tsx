import { ChartLine, Plus } from "lucide-react";
import Link from "next/link";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readMetrics } from "./_read.ts";
import { MetricTable } from "./_ui/table.tsx";

type Query = { after?: string; before?: string; done?: string };
type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Query> };

export default async function MetricsPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { page, t, locale, may } = admin;
  const { metrics, isWhole, total_count, newer, older } = await found(readMetrics(admin, query));
  const create = may("metric.write") && (
    <Link href={`/pages/${subdomain}/metrics/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_metrics.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_metrics.title")}
      of={page.name}
      aside={total_count > 0 && total_count}
      t={t}
      actions={total_count > 0 && create}
    >
      {query.done === "deleted" && <Flash text={t("admin_metrics.done.deleted")} />}
      {total_count === 0 ? (
        <EmptyState
          icon={<ChartLine size={28} strokeWidth={1.5} />}
          title={t("admin_metrics.empty")}
          text={t("admin_metrics.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <AreaTexts locale={locale} areas={["admin_metrics"]}>
          <MetricTable admin={admin} metrics={metrics} isWhole={isWhole} />
        </AreaTexts>
      )}
      <Pager newer={newer} older={older} label={t("admin_metrics.title")} t={t} />
    </Screen>
  );
}
