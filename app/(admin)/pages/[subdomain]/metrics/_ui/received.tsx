import Link from "next/link";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { toWire } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

type Props = { admin: Admin; metric: Metric };

/** When the newest entry is of. */
export function LastReceived({ admin, metric: { latest_entry_time } }: Props) {
  const { t } = admin;
  const time = latest_entry_time && toWire(new Date(latest_entry_time * 1_000));
  return (
    <p className="mb-2 text-muted text-sm">
      {time
        ? t("admin_metrics.received", { ago: ago(time, admin) })
        : t("admin_metrics.received_none")}
    </p>
  );
}

/** The call that sends an entry, of a metric that nothing else feeds. */
export function SendEntries({ admin: { t, page }, metric }: Props) {
  if (metric.service_id !== null || metric.integration_id !== null) return null;
  const url = `${env().APP_URL}/api/v2/status_pages/${page.subdomain}/metrics/${metric.id}/entries`;
  const command = [
    `curl ${url}`,
    '-H "Authorization: $KEY" -H "Content-Type: application/json"',
    `-d '{"entry": {"value": 87.5}}'`,
  ].join(" ");
  return (
    <Section title={t("admin_metrics.send.title")} text={t("admin_metrics.send.text")}>
      <CopyField label={t("admin_metrics.send.command")} value={command} />
      <p className="text-sm">
        <Link className="text-link hover:underline" href="/account/api-keys">
          {t("admin_metrics.send.keys")}
        </Link>
      </p>
    </Section>
  );
}
