import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_open.ts";
import {
  localTime,
  readChoices,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
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
    <Screen
      title={t("admin.compose.title")}
      of={page.name}
      t={t}
      width="reading"
      back={{ href: `/pages/${subdomain}/incidents`, label: t("admin.incident.back") }}
    >
      <IncidentForm
        subdomain={subdomain}
        types={await readTypes(admin)}
        services={await readChoices(admin)}
        time_zone={page.time_zone}
        starts_at={localTime(`${now.slice(0, "2026-11-20T14:02".length)}:00`, page.time_zone)}
      />
    </Screen>
  );
}
