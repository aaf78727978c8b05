import type { Admin } from "#app/(admin)/_open.ts";
import { composable } from "#app/(admin)/pages/[subdomain]/_composer/composable.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { UpdateComposer } from "#app/(admin)/pages/[subdomain]/incidents/_ui/update-form.tsx";

/** The composer on the screen of its incident. */
export function Composer({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { now, page } = admin;
  const { types, may_resolve } = composable(incident, now);
  return (
    <UpdateComposer
      target={{ subdomain: page.subdomain, incident_id: incident.id }}
      types={types}
      isMaintenance={incident.severity === "scheduled"}
      mayResolve={may_resolve}
    />
  );
}
