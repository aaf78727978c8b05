import { notFound } from "next/navigation";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import {
  type IncidentRoute,
  openIncident,
} from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/_read.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { PostmortemForm } from "./_form.tsx";

/** Where it is written what was learned of an incident. */
export default async function PostmortemPage({ params }: { params: Promise<IncidentRoute> }) {
  const { admin, incident } = await openIncident(await params);
  const { ctx, t, page, locale, may } = admin;
  if (!may("incident.write")) notFound();
  const { id, title, url, postmortem } = incident;
  const target = { subdomain: page.subdomain, incident_id: id };
  const isOver = phaseAt(wireNow(), incident) === "closed";
  const audience = isOver ? await readAudience(ctx, target) : null;
  return (
    <Screen
      title={t("admin_composer.postmortem.title")}
      of={title}
      t={t}
      width="reading"
      back={{ href: `/pages/${page.subdomain}/incidents/${id}`, label: title }}
    >
      <AreaTexts locale={locale} areas={["admin_composer"]}>
        <PostmortemForm
          target={target}
          url={url}
          seen={fieldMarks({ postmortem })}
          initial={postmortem}
          count={audience?.total_count ?? null}
        />
      </AreaTexts>
    </Screen>
  );
}
