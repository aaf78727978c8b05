import { Pencil } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { State } from "#app/_ui/admin/state.tsx";
import { type IncidentRoute, openIncident } from "./_read.ts";
import { Composer } from "./_ui/composer.tsx";
import { Facts } from "./_ui/facts.tsx";
import { Timeline } from "./_ui/timeline.tsx";

type Props = {
  params: Promise<IncidentRoute>;
  searchParams: Promise<{ done?: string; edit?: string }>;
};

const DONE = ["created", "scheduled", "recorded", "saved", "update_saved"] as const;

export default async function IncidentPage({ params, searchParams }: Props) {
  const { admin, incident } = await openIncident(await params);
  const { done, edit } = await searchParams;
  const said = DONE.find((known) => known === done);
  const { t, page, now } = admin;
  const address = `/pages/${page.subdomain}/incidents`;
  return (
    <Screen
      title={incident.title}
      t={t}
      width="reading"
      back={{ href: address, label: t("admin.incident.back") }}
      aside={<State incident={incident} now={now} t={t} />}
      actions={
        <Link href={`${address}/${incident.id}/edit`} data-keys="e" className="button">
          <Pencil size={16} aria-hidden /> {t("admin.incident.edit")}
        </Link>
      }
    >
      {said && <Flash text={t(`admin.done.${said}`)} />}
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
      <Timeline admin={admin} incident={incident} editing={Number(edit) || null} />
    </Screen>
  );
}
