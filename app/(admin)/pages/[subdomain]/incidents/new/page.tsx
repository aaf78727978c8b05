import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_open.ts";
import { readKit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import {
  localTime,
  readChoices,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import {
  type Begun,
  IncidentForm,
} from "#app/(admin)/pages/[subdomain]/incidents/_ui/incident-form.tsx";
import { getDraft } from "#lib/incident-drafts/read.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ draft?: string; done?: string }>;
};

const DONE = ["draft_saved", "copied", "withdrawn"] as const;

async function readBegun({ ctx, page }: Admin, draft: string): Promise<Begun> {
  const target = { subdomain: page.subdomain, incident_draft_id: Number(draft) || 0 };
  const { id, title, type, service_ids, updates } = await found(getDraft(ctx, target));
  const [first = {}] = updates;
  return {
    incident_draft_id: id,
    title: title ?? "",
    type,
    service_ids,
    description: String(first.description ?? ""),
    translations: (first.translations ?? {}) as Begun["translations"],
  };
}

export default async function NewIncidentPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { draft, done } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { t, page, now } = admin;
  const said = DONE.find((known) => known === done);
  const begun = draft ? await readBegun(admin, draft) : null;
  return (
    <Screen
      title={t("admin.compose.title")}
      of={page.name}
      t={t}
      width="reading"
      back={{ href: `/pages/${subdomain}/incidents`, label: t("admin.incident.back") }}
    >
      {said && <Flash text={t(`admin_composer.done.${said}`)} />}
      <IncidentForm
        key={draft}
        subdomain={subdomain}
        types={await readTypes(admin)}
        services={await readChoices(admin)}
        kit={await readKit(admin)}
        starts_at={localTime(`${now.slice(0, "2026-11-20T14:02".length)}:00`, page.time_zone)}
        begun={begun}
      />
    </Screen>
  );
}
