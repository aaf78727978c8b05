import Link from "next/link";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { dismissOutageAction, publishOutageAction } from "../actions.ts";
import { Down } from "./down.tsx";

type Props = { admin: Admin; outage: Outage };

/** Text for what happens to the outage if nobody publishes or dismisses it. */
function outcomeText({ outage: { state, publish_at }, admin: { t, now, format } }: Props): string {
  if (state === "recovered") return t("admin_automation.waiting.recovered");
  if (publish_at === null) return t("admin_automation.waiting.draft");
  const seconds = secondsBetween(now, publish_at);
  if (seconds <= 0) return t("admin_automation.waiting.due");
  const duration = format.duration(seconds);
  return t("admin_automation.waiting.delayed", { time: format.time(publish_at), duration });
}

function Decide({ outage, admin: { page, t } }: Props) {
  const target = { subdomain: page.subdomain, outage_id: outage.id };
  const about = (
    <span className="sr-only">{t("joined.label", { label: "", value: outage.title })}</span>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <ActionForm action={publishOutageAction} hidden={target}>
        <Submit className="button button-primary">
          {t("admin_automation.publish")}
          {about}
        </Submit>
      </ActionForm>
      <ActionForm action={dismissOutageAction} hidden={target}>
        <Submit className="button">
          {t("admin_automation.dismiss")}
          {about}
        </Submit>
      </ActionForm>
      <Link
        href={`/pages/${page.subdomain}/incidents/new?draft=${outage.incident_draft_id}`}
        className="button"
      >
        {t("admin_automation.edit")}
      </Link>
    </div>
  );
}

/** Outages that monitoring found and no visitor has read of yet. */
export function Waiting({ admin, outages }: { admin: Admin; outages: Outage[] }) {
  const { t } = admin;
  if (outages.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="rounded-lg border border-line border-dashed p-4">
      <h2 id="waiting" className="font-semibold text-base">
        {t("admin_automation.waiting.title")}
      </h2>
      <ul className="divide-y divide-line">
        {outages.map((outage) => (
          <li key={outage.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow basis-64">
              <p className="wrap-anywhere font-medium">{outage.title}</p>
              <p className="flex flex-wrap gap-x-3 text-muted text-sm">
                <span>{ago(outage.began_at, admin)}</span>
                <span>{outcomeText({ admin, outage })}</span>
              </p>
              <Down admin={admin} down={outage.down} />
            </div>
            {outage.state === "waiting" && admin.may("incident.write") && (
              <Decide admin={admin} outage={outage} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
