import Link from "next/link";
import { State } from "#app/_ui/admin/state.tsx";
import type { Admin } from "#app/(admin)/_open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { ago, fewNames, lasting, shortTime } from "./words.ts";

type Props = { admin: Admin; incidents: Listed[] };

/** Incidents on a wide screen: a row each, 40 px high. */
export function IncidentTable({ admin, incidents }: Props) {
  const { t } = admin;
  return (
    <table className="w-full table-fixed text-left text-sm max-md:hidden">
      <thead>
        <tr className="h-9 border-line border-b text-muted *:pr-4 *:font-medium">
          <th scope="col" className="w-30">
            {t("admin.incidents.state")}
          </th>
          <th scope="col">{t("admin.incidents.name")}</th>
          <th scope="col" className="w-36 max-xl:hidden">
            {t("admin.incidents.services")}
          </th>
          <th scope="col" className="w-30">
            {t("admin.incidents.started")}
          </th>
          <th scope="col" className="w-26 max-lg:hidden">
            {t("admin.incidents.lasted")}
          </th>
          <th scope="col" className="w-47 max-lg:hidden">
            {t("admin.incidents.last_update")}
          </th>
          <td className="w-26" />
        </tr>
      </thead>
      <tbody>
        {incidents.map((incident) => (
          <Row key={incident.id} admin={admin} incident={incident} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { t, now, page } = admin;
  const [newest] = incident.updates;
  const names = incident.services.join(", ");
  const address = `/pages/${page.subdomain}/incidents/${incident.id}`;
  return (
    <tr className="relative h-10 border-line border-b *:truncate *:pr-4 hover:bg-panel">
      <td>
        <State incident={incident} now={now} t={t} />
      </td>
      <th scope="row" className="font-medium text-[0.9375rem]">
        <Link href={address} className="after:absolute after:inset-0" title={incident.title}>
          {incident.title}
        </Link>
      </th>
      <td className="text-muted max-xl:hidden" title={names}>
        {fewNames(incident.services, admin)}
      </td>
      <td className="text-muted">
        <time dateTime={`${incident.starts_at}Z`}>{shortTime(incident.starts_at, admin)}</time>
      </td>
      <td className="text-muted max-lg:hidden">{lasting(incident, admin)}</td>
      <td className="text-muted max-lg:hidden">
        {newest
          ? `${t(`public.update.${newest.type}`)}, ${ago(newest.posted_at, admin)}`
          : t("admin.incidents.no_update")}
      </td>
      <td className="pr-0!">
        {phaseAt(now, incident) !== "closed" && (
          <Link
            href={`${address}#compose`}
            data-keys="u"
            className="relative inline-flex h-9 items-center px-2 text-link hover:underline"
          >
            {t("admin.incident.compose")}
          </Link>
        )}
      </td>
    </tr>
  );
}
