import Link from "next/link";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { toWire } from "#lib/platform/clock.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { MetricMenu } from "./metric-menu.tsx";

type Props = {
  admin: Admin;
  metrics: Metric[];
  /** Whether these are all of the page. */
  isWhole: boolean;
};

/** Metrics in the order of the page, which can be changed here. */
export function MetricTable({ admin, metrics, isWhole }: Props) {
  const { page, t, may } = admin;
  const { subdomain } = page;
  const positions = new Map(metrics.map(({ id }, index) => [id, index]));
  return (
    <Table
      label={t("admin_metrics.title")}
      rows={metrics}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_metrics.name"),
        cell: ({ id, title }) => (
          <Link href={`/pages/${subdomain}/metrics/${id}`} className="row-link">
            {title}
          </Link>
        ),
      }}
      columns={columnsFor(admin)}
      actions={
        may("metric.write")
          ? ({ id, title }) => (
              <MetricMenu
                {...{ subdomain, id, title }}
                position={isWhole ? (positions.get(id) ?? null) : null}
                count={metrics.length}
              />
            )
          : undefined
      }
    />
  );
}

function columnsFor(admin: Admin): Column<Metric>[] {
  const { t } = admin;
  return [
    {
      key: "type",
      label: t("admin_metrics.type"),
      cell: ({ type }) => t(`admin_metrics.types.${type}`),
    },
    { key: "unit", label: t("admin_metrics.unit"), from: "lg", cell: ({ unit }) => unit },
    {
      key: "visible",
      label: t("admin_metrics.visible"),
      from: "lg",
      card: "none",
      cell: ({ visible }) => t(`admin_kit.${visible ? "yes" : "no"}`),
    },
    {
      key: "status",
      label: t("admin_metrics.status"),
      cell: ({ status, enabled }) => t(`admin_metrics.statuses.${enabled ? status : "disabled"}`),
    },
    {
      key: "latest",
      label: t("admin_metrics.latest"),
      card: "labelled",
      cell: ({ latest_entry_time }) =>
        latest_entry_time === null
          ? t("admin_metrics.latest_none")
          : ago(toWire(new Date(latest_entry_time * 1_000)), admin),
    },
  ];
}
