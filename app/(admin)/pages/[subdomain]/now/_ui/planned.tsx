import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { Part } from "./part.tsx";

/** "ends in 40 min", "in 3 days". */
function when(maintenance: Listed, { t, now, format }: Admin): string {
  const { starts_at, ends_at } = maintenance;
  if (phaseAt(now, maintenance) === "upcoming")
    return t("admin.incidents.starts_in", {
      duration: format.duration(secondsBetween(now, starts_at)),
    });
  const seconds = secondsBetween(now, ends_at ?? now);
  return t("admin_now.planned.ends_in", { duration: format.duration(Math.max(0, seconds)) });
}

/** The maintenance that runs, and what comes next. */
export function Planned({ admin, maintenances }: { admin: Admin; maintenances: Listed[] }) {
  const { t, page, format } = admin;
  return (
    <Part title={t("admin_now.planned.title")} empty={t("admin_now.planned.none")}>
      {maintenances.map((maintenance) => (
        <li key={maintenance.id} className="py-2">
          <Link
            href={`/pages/${page.subdomain}/${maintenance.plan ? "maintenance" : "incidents"}/${maintenance.id}`}
            className="font-medium hover:underline"
          >
            {maintenance.title}
          </Link>
          <p className="text-muted">
            {maintenance.plan === "postponed"
              ? t("admin_now.planned.postponed")
              : `${format.dateTime(maintenance.starts_at)} · ${when(maintenance, admin)}`}
          </p>
        </li>
      ))}
    </Part>
  );
}
