import { CircleAlert } from "lucide-react";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import type { listIntegrationHealth } from "#lib/pages/integrations/health.ts";

export type HealthById = Awaited<ReturnType<typeof listIntegrationHealth>>;
type One = HealthById extends Map<number, infer Value> ? Value : never;

/** Whether an integration worked when it was last used or tried. */
export function HealthText({ health, admin }: { health: One | undefined; admin: Admin }) {
  const { t, format } = admin;
  if (!health?.checked_at) return null;
  const { checked_at, last_error } = health;
  const time = format.shortDateTime(checked_at);
  if (last_error === null)
    return <span className="text-muted">{t("admin_integrations.health.worked", { time })}</span>;
  const text = t("admin_integrations.health.broke", { time, reason: reasonText(last_error, t) });
  return (
    <span className="line-clamp-2 whitespace-normal text-major" title={text}>
      <CircleAlert size={16} aria-hidden className="me-1 inline-block align-text-bottom" />
      {text}
    </span>
  );
}
