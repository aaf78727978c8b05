import { openAdmin } from "#app/(admin)/_open.ts";
import {
  localTime,
  readChoices,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { Back } from "#app/(admin)/pages/[subdomain]/incidents/_ui/back.tsx";
import { IncidentForm } from "#app/(admin)/pages/[subdomain]/incidents/_ui/incident-form.tsx";

export default async function NewIncidentPage({
  params,
}: {
  params: Promise<{ subdomain: string }>;
}) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { t, page, now } = admin;
  return (
    <>
      <title>{t("admin.title", { title: `${t("admin.compose.title")} · ${page.name}` })}</title>
      <Back href={`/pages/${subdomain}/incidents`}>{t("admin.incident.back")}</Back>
      <h1 className="mb-6 font-semibold text-2xl">{t("admin.compose.title")}</h1>
      <IncidentForm
        subdomain={subdomain}
        types={await readTypes(admin)}
        services={await readChoices(admin)}
        time_zone={page.time_zone}
        starts_at={localTime(`${now.slice(0, "2026-11-20T14:02".length)}:00`, page.time_zone)}
      />
    </>
  );
}
