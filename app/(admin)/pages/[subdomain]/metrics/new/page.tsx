import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { readSources } from "#app/(admin)/pages/[subdomain]/metrics/_sources.ts";
import { MetricForm } from "#app/(admin)/pages/[subdomain]/metrics/_ui/metric-form.tsx";
import { createMetricAction } from "#app/(admin)/pages/[subdomain]/metrics/actions.ts";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewMetricPage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, locale, may } = admin;
  if (!may("metric.write")) notFound();
  const back = { href: `/pages/${subdomain}/metrics`, label: t("admin_metrics.title") };
  return (
    <Screen title={t("admin_metrics.new")} of={page.name} t={t} back={back}>
      <AreaTexts locale={locale} areas={["admin_metrics"]}>
        <MetricForm
          action={createMetricAction}
          subdomain={subdomain}
          sources={await readSources(admin)}
          mayWrite
        />
      </AreaTexts>
    </Screen>
  );
}
