import Link from "next/link";
import { State } from "#app/_ui/admin/state.tsx";
import type { Admin } from "#app/(admin)/_open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { ago, fewNames, lasting } from "./words.ts";

type Props = { admin: Admin; incidents: Listed[] };

/** Incidents on a phone: what is open can be answered with one tap. */
export function IncidentCards({ admin, incidents }: Props) {
  return (
    <ul className="space-y-3 md:hidden">
      {incidents.map((incident) => (
        <Card key={incident.id} admin={admin} incident={incident} />
      ))}
    </ul>
  );
}

function Card({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { t, now, page } = admin;
  const address = `/pages/${page.subdomain}/incidents/${incident.id}`;
  const [newest] = incident.updates;
  const isOpen = phaseAt(now, incident) !== "closed";
  return (
    <li className="rounded-lg border border-line p-4">
      <p className="flex justify-between gap-4 text-sm">
        <State incident={incident} now={now} t={t} />
        <span className="text-muted">{lasting(incident, admin)}</span>
      </p>
      <h2 className="font-semibold text-lg leading-snug">
        <Link href={address} className="flex min-h-11 items-center">
          {incident.title}
        </Link>
      </h2>
      <p className="text-muted text-sm">{fewNames(incident.services, admin)}</p>
      {newest && (
        <p className="mt-2 line-clamp-2 text-sm">
          <span className="font-medium">{t(`public.update.${newest.type}`)}</span>{" "}
          <span className="text-muted">{ago(newest.posted_at, admin)}</span> {newest.description}
        </p>
      )}
      {isOpen && (
        <Link href={`${address}#compose`} className="button button-primary mt-3 w-full">
          {t("admin.incident.compose")}
        </Link>
      )}
    </li>
  );
}
