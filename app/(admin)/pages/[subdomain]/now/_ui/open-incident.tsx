import Link from "next/link";
import { State } from "#app/_ui/admin/state.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ComposeButton } from "#app/(admin)/_shell/composer-sheet.tsx";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { Detected } from "#app/(admin)/pages/[subdomain]/incidents/_ui/detected.tsx";
import { ago, lasting } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { Composer } from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/_ui/composer.tsx";
import { picturesAsAltText } from "#lib/core/markdown/pictures.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import type { Outage } from "#lib/monitoring/automation/schema.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { Down } from "./down.tsx";

/** How much of what was said last, in characters. */
const SHOWN = 300;

type Props = {
  admin: Admin;
  incident: Listed;
  /** Whether the composer stands open below it. */
  isComposing: boolean;
  /** Services of the incident that monitoring found down. */
  down: Outage["down"];
};

/** An open incident: how bad, since when, what was said last, what was promised, and the answer. */
export function OpenIncident({ admin, incident, isComposing, down }: Props) {
  const { t, page, now, format } = admin;
  const [newest] = incident.updates;
  const title = `incident-${incident.id}`;
  return (
    <article aria-labelledby={title} className="rounded-lg border border-line">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
        <div className="min-w-0">
          <h2 id={title} className="wrap-anywhere font-semibold text-lg leading-snug">
            <Link
              href={`/pages/${page.subdomain}/incidents/${incident.id}`}
              className="hover:underline"
            >
              {incident.title}
            </Link>
          </h2>
          <p className="flex flex-wrap gap-x-3 text-muted text-sm">
            <State incident={incident} now={now} t={t} />
            <span>{lasting(incident, admin)}</span>
            <span>{format.list(incident.services)}</span>
          </p>
          <Promised admin={admin} incident={incident} />
          <Down admin={admin} down={down} />
          <Detected admin={admin} incident={incident} />
        </div>
        {!isComposing && <ComposeButton className="button" incident_id={incident.id} />}
      </header>
      {isComposing ? (
        <div className="border-line border-t bg-panel p-4">
          <Composer admin={admin} incident={incident} />
        </div>
      ) : (
        newest && (
          <p className="mx-4 mb-4 line-clamp-2 text-muted text-sm">
            {t("joined.label", {
              label: ago(newest.posted_at, admin),
              value: markdownText(picturesAsAltText(newest.description), SHOWN),
            })}
          </p>
        )
      )}
    </article>
  );
}

function Promised({ admin, incident }: Pick<Props, "admin" | "incident">) {
  const { t, now, format } = admin;
  const { next_update_at } = incident;
  if (!next_update_at) return null;
  const seconds = secondsBetween(now, next_update_at);
  const time = format.time(next_update_at);
  const duration = format.duration(Math.abs(seconds));
  return (
    <p className={`text-sm ${seconds < 0 ? "font-medium text-major" : "text-muted"}`}>
      {seconds < 0
        ? t("admin_now.promise.overdue", { time, duration })
        : t("admin_now.promise.due", { time, duration })}
    </p>
  );
}
