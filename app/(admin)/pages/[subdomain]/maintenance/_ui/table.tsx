import { Copy, Repeat } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { State } from "#app/_ui/admin/state.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { fewNames, shortTime } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { secondsBetween } from "#lib/platform/clock.ts";

type Props = { admin: Admin; rows: Listed[] };

/** Maintenances, each with the way to another one like it. */
export function MaintenanceTable({ admin, rows }: Props) {
  const { t, page } = admin;
  const address = `/pages/${page.subdomain}/maintenance`;
  return (
    <Table
      label={t("admin_maintenance.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_maintenance.name"),
        cell: ({ id, title, recurrence, plan }) => (
          <>
            <Link href={`${address}/${id}`} className="row-link" title={title}>
              {plan === "called_off" ? <s>{title}</s> : title}
            </Link>
            {recurrence && (
              <Repeat
                size={14}
                role="img"
                className="ms-1.5 inline text-muted"
                aria-label={t("admin_maintenance.recurring")}
              />
            )}
          </>
        ),
      }}
      columns={columnsFor(admin)}
      actions={({ id, title }) => (
        <Link
          href={`${address}/new?copy=${id}`}
          className="icon-button"
          aria-label={t("admin_maintenance.duplicate_of", { title })}
        >
          <Copy size={16} aria-hidden />
        </Link>
      )}
    />
  );
}

/** A time that no longer holds is struck through. */
function planned({ plan }: Listed, time: ReactNode): ReactNode {
  return plan === null ? time : <s>{time}</s>;
}

function columnsFor(admin: Admin): Column<Listed>[] {
  const { t, now, format } = admin;
  return [
    {
      key: "state",
      label: t("admin_maintenance.state"),
      cell: (incident) => <State incident={incident} now={now} t={t} />,
    },
    {
      key: "services",
      label: t("admin_maintenance.services"),
      from: "xl",
      cell: ({ services }) => (
        <span className="block max-w-44 truncate xl:max-w-56" title={admin.format.list(services)}>
          {fewNames(services, admin)}
        </span>
      ),
    },
    {
      key: "start",
      label: t("admin_maintenance.starts_at"),
      card: "labelled",
      cell: (incident) =>
        planned(
          incident,
          <time dateTime={`${incident.starts_at}Z`}>{shortTime(incident.starts_at, admin)}</time>,
        ),
    },
    {
      key: "end",
      label: t("admin_maintenance.ends_at"),
      from: "lg",
      card: "labelled",
      cell: (incident) => incident.ends_at && planned(incident, shortTime(incident.ends_at, admin)),
    },
    {
      key: "lasts",
      label: t("admin_maintenance.lasts"),
      from: "xl",
      card: "none",
      cell: ({ starts_at, ends_at, plan }) =>
        ends_at && plan === null && format.duration(secondsBetween(starts_at, ends_at)),
    },
  ];
}
