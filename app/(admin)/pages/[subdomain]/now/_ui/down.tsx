import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import { explainReason } from "#lib/monitoring/checks/reasons.ts";

/** Which services are down, and why, each leading to what watches it. */
export function Down({ admin, down }: { admin: Admin; down: Outage["down"] }) {
  const { t, page } = admin;
  if (down.length === 0) return null;
  return (
    <div className="mt-1 text-sm">
      {down.map(({ service_id, name, reason, detail }) => {
        const why = explainReason(t, reason, detail);
        return (
          <p key={service_id} className="wrap-anywhere">
            <Link
              href={`/pages/${page.subdomain}/services/${service_id}/monitoring`}
              className="text-link hover:underline"
            >
              {name}
            </Link>
            {why && t("joined.label", { label: "", value: why })}
          </p>
        );
      })}
    </div>
  );
}
