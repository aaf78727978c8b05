import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { State } from "#app/_ui/admin/state.tsx";
import type { Admin } from "#app/(admin)/_open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { Back } from "#app/(admin)/pages/[subdomain]/incidents/_ui/back.tsx";
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
  const { t, page } = admin;
  return (
    <div className="max-w-3xl">
      <title>{t("admin.title", { title: incident.title })}</title>
      {said && <Flash text={t(`admin.done.${said}`)} />}
      <Back href={`/pages/${page.subdomain}/incidents`}>{t("admin.incident.back")}</Back>
      <Head admin={admin} incident={incident} />
      <Facts admin={admin} incident={incident} />
      <section
        id="compose"
        aria-labelledby="compose-title"
        className="my-6 rounded-lg border border-line bg-panel p-4 md:p-5"
      >
        <h2 id="compose-title" className="mb-3 font-semibold text-lg">
          {t("admin.incident.compose")}
        </h2>
        <Composer admin={admin} incident={incident} />
      </section>
      <Timeline admin={admin} incident={incident} editing={Number(edit) || null} />
    </div>
  );
}

function Head({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { t, now, page } = admin;
  return (
    <div className="mb-3 flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="text-sm">
          <State incident={incident} now={now} t={t} />
        </p>
        <h1 className="break-words font-semibold text-2xl leading-tight">{incident.title}</h1>
      </div>
      <Link
        href={`/pages/${page.subdomain}/incidents/${incident.id}/edit`}
        data-keys="e"
        className="button"
      >
        {t("admin.incident.edit")}
      </Link>
    </div>
  );
}
