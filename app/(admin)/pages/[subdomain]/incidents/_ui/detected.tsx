import { Radar } from "lucide-react";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { confirmIncidentAction } from "#app/(admin)/pages/[subdomain]/now/actions.ts";
import type { Incident } from "#lib/incidents/schema.ts";

type Props = {
  admin: Admin;
  incident: Pick<Incident, "id" | "detected">;
  /** Whether it is told what that means. */
  isWhole?: boolean;
};

/** Tells that visitors read "detected automatically", with a button that ends it. */
export function Detected({ admin, incident, isWhole = false }: Props) {
  const { t, page } = admin;
  if (incident.detected === null) return null;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  return (
    <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-sm ${isWhole ? "" : "mt-2"}`}>
      <p className={`flex gap-2 ${isWhole ? "grow basis-80" : ""}`}>
        <Radar size={16} aria-hidden className="mt-0.5 shrink-0 text-scheduled" />
        {isWhole ? t("admin_automation.incident") : t("admin_automation.detected")}
      </p>
      {admin.may("incident.write") && (
        <ActionForm action={confirmIncidentAction} hidden={target}>
          <Submit className="button">{t("admin_automation.confirm")}</Submit>
        </ActionForm>
      )}
    </div>
  );
}
