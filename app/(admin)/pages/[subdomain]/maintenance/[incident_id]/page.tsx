import { Copy, MessageSquareText } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { State } from "#app/_ui/admin/state.tsx";
import { otherLanguages } from "#app/(admin)/_shared/languages.ts";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readChoices, readGroups } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import {
  type IncidentRoute,
  openIncident,
} from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/_read.ts";
import { beginningOf } from "#app/(admin)/pages/[subdomain]/maintenance/_beginning.ts";
import { readMaintenanceTypes } from "#app/(admin)/pages/[subdomain]/maintenance/_read.ts";
import { Advance } from "#app/(admin)/pages/[subdomain]/maintenance/_ui/advance.tsx";
import { MaintenanceForm } from "#app/(admin)/pages/[subdomain]/maintenance/_ui/maintenance-form.tsx";
import { deleteMaintenanceAction } from "#app/(admin)/pages/[subdomain]/maintenance/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { isOver, phaseAt } from "#lib/incidents/state.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";

type Props = { params: Promise<IncidentRoute>; searchParams: Promise<{ done?: string }> };

export default async function MaintenanceScreen({ params, searchParams }: Props) {
  const { admin, incident } = await openIncident(await params);
  if (incident.severity !== "scheduled") notFound();
  const { done } = await searchParams;
  const { t, page, now, locale } = admin;
  const address = `/pages/${page.subdomain}/maintenance`;
  return (
    <AreaTexts locale={locale} areas={["admin_maintenance"]}>
      <Screen
        title={incident.title}
        of={t("admin_maintenance.title")}
        t={t}
        back={{ href: address, label: t("admin_maintenance.title") }}
        aside={<State incident={incident} now={now} t={t} />}
        actions={<Actions admin={admin} incident={incident} />}
      >
        {done === "saved" && <Flash text={t("admin_maintenance.done.saved")} />}
        {incident.plan === "postponed" && (
          <p className="note mb-4">{t("admin_maintenance.needs_times")}</p>
        )}
        <MaintenanceForm
          subdomain={page.subdomain}
          changed={{ incident_id: incident.id, seen: fieldMarks(incident) }}
          initial={beginningOf(incident, page.time_zone)}
          types={await readMaintenanceTypes(admin)}
          services={await readChoices(admin)}
          languages={otherLanguages(page, incident.translations)}
          time_zone={page.time_zone}
          groups={await readGroups(admin)}
        />
        <Delete admin={admin} incident={incident} />
      </Screen>
    </AreaTexts>
  );
}

type PartProps = { admin: Admin; incident: Listed };

async function Actions({ admin: { ctx, t, page, now }, incident }: PartProps) {
  const { subdomain, time_zone } = page;
  const { id, notify } = incident;
  const phase = phaseAt(now, incident);
  const target = { subdomain, incident_id: id };
  return (
    <>
      <Link href={`/pages/${subdomain}/maintenance/new?copy=${id}`} className="button">
        <Copy size={16} aria-hidden /> {t("admin_maintenance.duplicate")}
      </Link>
      <Link href={`/pages/${subdomain}/incidents/${id}`} className="button">
        <MessageSquareText size={16} aria-hidden />
        {t("admin_maintenance.updates", { count: incident.updates.length })}
      </Link>
      {!isOver(incident, now) && (
        <Advance
          target={target}
          phase={phase}
          notification={{ notify, audience: await readAudience(ctx, target) }}
          times={{ time_zone, seen: fieldMarks(incident) }}
        />
      )}
    </>
  );
}

function Delete({ admin: { t, page }, incident }: PartProps) {
  return (
    <Section title={t("admin_maintenance.delete_title")} text={t("admin_maintenance.delete_text")}>
      <ConfirmDialog
        trigger={
          <button type="button" className="button button-danger">
            {t("admin_maintenance.delete")}
          </button>
        }
        title={t("admin_maintenance.delete_title")}
        text={t("admin_maintenance.delete_text")}
        name={incident.title}
        action={deleteMaintenanceAction}
        hidden={{ subdomain: page.subdomain, incident_id: incident.id }}
        submit={t("admin_maintenance.delete")}
      />
    </Section>
  );
}
