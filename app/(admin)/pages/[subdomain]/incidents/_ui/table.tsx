import { Megaphone } from "lucide-react";
import Link from "next/link";
import { State } from "#app/_ui/admin/state.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { isOver } from "#lib/incidents/state.ts";
import { ago, fewNames, lasting, shortTime } from "./words.ts";

type Props = { admin: Admin; incidents: Listed[] };

/** Incidents; one that is open can be answered from here. */
export function IncidentTable({ admin, incidents }: Props) {
  const { t, page, now } = admin;
  const addressOf = ({ id }: Listed) => `/pages/${page.subdomain}/incidents/${id}`;
  return (
    <Table
      label={t("admin.incidents.title")}
      rows={incidents}
      keyOf={({ id }) => id}
      head={{
        label: t("admin.incidents.name"),
        cell: (incident) => (
          <Link href={addressOf(incident)} className="row-link" title={incident.title}>
            {incident.title}
          </Link>
        ),
      }}
      columns={columnsFor(admin)}
      actions={(incident) =>
        !isOver(incident, now) && (
          <Link
            href={`${addressOf(incident)}#compose`}
            className="button button-small max-md:min-h-11!"
            title={t("admin.incident.compose")}
          >
            <Megaphone size={14} aria-hidden className="hidden md:max-xl:block" />
            <span className="md:max-xl:sr-only">{t("admin.incident.compose")}</span>
          </Link>
        )
      }
    />
  );
}

function columnsFor(admin: Admin): Column<Listed>[] {
  const { t, now } = admin;
  return [
    {
      key: "state",
      label: t("admin.incidents.state"),
      cell: (incident) => <State incident={incident} now={now} t={t} />,
    },
    {
      key: "services",
      label: t("admin.incidents.services"),
      from: "xl",
      cell: ({ services }) => (
        <span
          className="block max-w-40 truncate min-[90rem]:max-w-56"
          title={admin.format.list(services)}
        >
          {fewNames(services, admin)}
        </span>
      ),
    },
    {
      key: "started",
      label: t("admin.incidents.started"),
      cell: ({ starts_at }) => (
        <time dateTime={`${starts_at}Z`}>{shortTime(starts_at, admin)}</time>
      ),
    },
    {
      key: "lasted",
      label: t("admin.incidents.lasted"),
      from: "lg",
      card: "none",
      cell: (incident) => lasting(incident, admin),
    },
    {
      key: "last_update",
      label: t("admin.incidents.last_update"),
      from: "2xl",
      card: "none",
      cell: ({ updates: [newest] }) =>
        newest ? ago(newest.posted_at, admin) : t("admin.incidents.no_update"),
    },
  ];
}
