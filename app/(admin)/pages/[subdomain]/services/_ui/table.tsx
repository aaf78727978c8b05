import { Lock } from "lucide-react";
import Link from "next/link";
import { STATE_COLORS, StateShape } from "#app/_ui/admin/icons.tsx";
import { Indent } from "#app/_ui/admin/picker.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { StatedRow } from "#app/(admin)/pages/[subdomain]/services/_states.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { MONITORINGS } from "#lib/services/schema.ts";
import { SelectableServices } from "./bulk.tsx";
import { DragRows, Grip } from "./drag-rows.tsx";
import type { Parent } from "./parent-options.ts";
import { ServiceMenu } from "./service-menu.tsx";
import { ServiceName } from "./service-name.tsx";

type Props = {
  admin: Admin;
  rows: StatedRow[];
  /** Whether nothing is filtered out: else there is no telling where a service would move. */
  isWhole: boolean;
  parents: Parent[];
};

/** The tree of services; names can be changed and rows moved where they stand. */
export function ServiceTable({ admin, rows, isWhole, parents }: Props) {
  const { page, t, may } = admin;
  const { subdomain } = page;
  if (!may("service.write")) return <PlainTable {...{ admin, rows, isWhole }} />;
  const handleOf = ({ id, name, place, moves }: StatedRow) => ({
    ...{ subdomain, id, name, place },
    moves: isWhole ? moves : {},
  });
  return (
    <SelectableServices
      subdomain={subdomain}
      parents={parents}
      watchable={rows.map(({ id, name, ping_url }) => ({ id, name, ping_url }))}
    >
      <DragRows subdomain={subdomain}>
        <Table
          label={t("admin_services.title")}
          rows={rows}
          keyOf={({ id }) => id}
          selectable={({ name }) => t("admin_kit.bulk.select", { name })}
          head={{
            label: t("admin_services.name"),
            width: "grow",
            cell: (row) => (
              <span className="flex min-w-0 items-center">
                {isWhole && <Grip row={{ id: row.id, name: row.name, place: row.place }} />}
                <Indent depth={isWhole ? row.depth : 0} />
                <ServiceName {...handleOf(row)} />
              </span>
            ),
          }}
          columns={columnsFor(t)}
          actions={(row) => <ServiceMenu {...handleOf(row)} />}
        />
      </DragRows>
    </SelectableServices>
  );
}

/** The same for who may only look at it. */
function PlainTable({ admin: { page, t }, rows, isWhole }: Omit<Props, "parents">) {
  return (
    <Table
      label={t("admin_services.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_services.name"),
        width: "grow",
        cell: ({ id, name, depth }) => (
          <span className="flex min-w-0 items-center">
            <Indent depth={isWhole ? depth : 0} />
            <Link href={`/pages/${page.subdomain}/services/${id}`} className="row-link truncate">
              {name}
            </Link>
          </span>
        ),
      }}
      columns={columnsFor(t)}
    />
  );
}

function columnsFor(t: Translate): Column<StatedRow>[] {
  return [
    {
      key: "state",
      label: t("admin_services.state"),
      cell: (row) => <State row={row} t={t} />,
    },
    {
      key: "monitoring",
      label: t("admin_services.section.monitoring"),
      cell: (row) => <Monitoring row={row} t={t} />,
    },
    {
      key: "shown",
      label: t("admin_services.shown.title"),
      cell: ({ private: isPrivate }) => (
        <span className={`inline-flex items-center gap-1.5 ${isPrivate ? "" : "max-md:hidden"}`}>
          {isPrivate && <Lock size={14} aria-hidden />}
          {t(`admin_services.shown.${isPrivate ? "private" : "public"}`)}
        </span>
      ),
    },
    {
      key: "graph",
      label: t("admin_services.graph"),
      from: "lg",
      card: "none",
      cell: ({ display_uptime_graph }) => t(`admin_kit.${display_uptime_graph ? "yes" : "no"}`),
    },
  ];
}

function State({ row: { severity, type_name }, t }: { row: StatedRow; t: Translate }) {
  if (severity === null) return t("public.state.none");
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle font-medium ${STATE_COLORS[severity]}`}
    >
      <StateShape shape={severity} />
      {type_name ?? t(`public.state.${severity}`)}
    </span>
  );
}

function Monitoring({ row: { monitoring, is_up }, t }: { row: StatedRow; t: Translate }) {
  const kind = MONITORINGS.find((known) => known === monitoring);
  if (!kind)
    return <span className="text-muted max-md:hidden">{t("admin_services.watch.none")}</span>;
  const found = is_up ? "up" : "down";
  const result = is_up === null ? "unknown" : found;
  return (
    <>
      {t(`admin_services.monitoring.kind.${kind}`)} ·{" "}
      <span className={result === "down" ? "font-medium text-major" : "text-muted"}>
        {t(`admin_services.watch.${result}`)}
      </span>
    </>
  );
}
