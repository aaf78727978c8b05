import { Copy, Pencil } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { State } from "#app/_ui/admin/state.tsx";
import { Detected } from "#app/(admin)/pages/[subdomain]/incidents/_ui/detected.tsx";
import { duplicateIncidentAction } from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";
import { readUpdateLogs } from "#lib/notifications/log/read.ts";
import { type IncidentRoute, openIncident } from "./_read.ts";
import { Composer } from "./_ui/composer.tsx";
import { Facts } from "./_ui/facts.tsx";
import { Postmortem } from "./_ui/postmortem.tsx";
import { Timeline } from "./_ui/timeline.tsx";

type Props = {
  params: Promise<IncidentRoute>;
  searchParams: Promise<{ done?: string; edit?: string }>;
};

const DONE = ["created", "scheduled", "recorded", "saved", "update_saved", "postmortem"] as const;

export default async function IncidentPage({ params, searchParams }: Props) {
  const { admin, incident } = await openIncident(await params);
  const { done, edit } = await searchParams;
  const said = DONE.find((known) => known === done);
  const { t, page, now } = admin;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  const undo = {
    action: "withdraw_incident" as const,
    fields: { subdomain: page.subdomain, incident_id: String(incident.id) },
  };
  const address = `/pages/${page.subdomain}/incidents`;
  return (
    <Screen
      title={incident.title}
      t={t}
      width="reading"
      back={{ href: address, label: t("admin.incident.back") }}
      aside={<State incident={incident} now={now} t={t} />}
      actions={
        <>
          <ActionForm action={duplicateIncidentAction} hidden={target}>
            <Submit className="button">
              <Copy size={16} aria-hidden /> {t("admin_composer.duplicate")}
            </Submit>
          </ActionForm>
          <Link href={`${address}/${incident.id}/edit`} data-keys="e" className="button">
            <Pencil size={16} aria-hidden /> {t("admin.incident.edit")}
          </Link>
        </>
      }
    >
      {said && (
        <Flash text={t(`admin.done.${said}`)} undo={said === "created" ? undo : undefined} />
      )}
      {incident.detected && (
        <div className="mb-4 rounded-lg border border-line bg-panel p-3">
          <Detected admin={admin} incident={incident} isWhole />
        </div>
      )}
      <Facts admin={admin} incident={incident} />
      <section
        id="compose"
        aria-labelledby="compose-title"
        className="my-6 rounded-lg border border-line bg-panel p-4"
      >
        <h2 id="compose-title" className="mb-3 font-semibold text-lg">
          {t("admin.incident.compose")}
        </h2>
        <Composer admin={admin} incident={incident} />
      </section>
      <Postmortem admin={admin} incident={incident} />
      <Timeline
        admin={admin}
        incident={incident}
        editing={Number(edit) || null}
        news={await readUpdateLogs(admin.ctx, page, `incident:${incident.id}`)}
      />
    </Screen>
  );
}
