import { notFound } from "next/navigation";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readKit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import {
  fieldMoment,
  readChoices,
  readGroups,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import {
  type Begun,
  IncidentForm,
} from "#app/(admin)/pages/[subdomain]/incidents/_ui/incident-form.tsx";
import { IncidentTemplateParams } from "#lib/api/body.ts";
import { getDraft } from "#lib/incidents/drafts/drafts.ts";
import type { DraftFields, IncidentDraft } from "#lib/incidents/drafts/schema.ts";
import { getIncidentTemplate } from "#lib/incidents/templates/templates.ts";
import { secondsBetween, wireNow } from "#lib/platform/clock.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ draft?: string; template?: string; done?: string }>;
};

type FirstUpdate = Partial<NonNullable<DraftFields["updates"]>[number]>;

const DONE = ["draft_saved", "copied", "withdrawn"] as const;

/** How long after a draft was written its next update is promised. */
function promisedIn({ updated_at, updates: [first] }: IncidentDraft): number | null {
  const promised = first?.next_update_at;
  if (typeof promised !== "string") return null;
  const minutes = Math.round(secondsBetween(updated_at, promised) / 60);
  return minutes > 0 ? minutes : null;
}

async function readDraft({ ctx, page }: Admin, draft: string): Promise<Begun> {
  const target = { subdomain: page.subdomain, incident_draft_id: Number(draft) || 0 };
  const begun = await found(getDraft(ctx, target));
  const { id, title, type, service_ids, subscription_group_ids, updates } = begun;
  const first: FirstUpdate = updates[0] ?? {};
  return {
    incident_draft_id: id,
    from: `drafts/${id}`,
    title: title ?? "",
    type,
    service_ids,
    subscription_group_ids,
    description: first.description ?? "",
    translations: first.translations ?? {},
    notify: first.notify ?? begun.notify,
    social_post: first.social_post ?? null,
    promised: promisedIn(begun),
    starts_at: fieldMoment(begun.starts_at, page.time_zone),
    ends_at: fieldMoment(begun.ends_at, page.time_zone),
    isOver: begun.ends_at !== null && begun.ends_at <= wireNow(),
  };
}

async function readTemplate({ ctx, page }: Admin, template: string): Promise<Begun> {
  const given = { subdomain: page.subdomain, incident_template_id: template };
  const target = IncidentTemplateParams.safeParse(given);
  if (!target.success) notFound();
  const { id, incident_types, ...filled } = await found(getIncidentTemplate(ctx, target.data));
  const { title, service_ids, description, translations } = filled;
  return {
    ...{ incident_draft_id: null, from: `incidents/template/${id}` },
    ...{ title, service_ids, description, translations, subscription_group_ids: [] },
    ...{ notify: null, social_post: null, promised: null },
    ...{ starts_at: { initial: "" }, ends_at: { initial: "" }, isOver: false },
    type: incident_types[0] ?? null,
  };
}

async function readBegun(admin: Admin, { draft, template }: Awaited<Props["searchParams"]>) {
  if (draft) return readDraft(admin, draft);
  return template ? readTemplate(admin, template) : null;
}

export default async function NewIncidentPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { t, page, now } = admin;
  const said = DONE.find((known) => known === query.done);
  const begun = await readBegun(admin, query);
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
        key={begun?.from}
        subdomain={subdomain}
        types={await readTypes(admin)}
        services={await readChoices(admin)}
        kit={await readKit(admin)}
        starts_at={fieldMoment(`${now.slice(0, "2026-11-20T14:02".length)}:00`, page.time_zone)}
        begun={begun}
        groups={await readGroups(admin)}
      />
    </Screen>
  );
}
