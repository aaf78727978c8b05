import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { CheckNow } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/checks/check-now.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { explainReason } from "#lib/monitoring/checks/reasons.ts";
import { readChecks } from "#lib/monitoring/checks/service-checks.ts";
import { env } from "#lib/platform/config/env.ts";

const OUTCOMES = ["up", "down", "none"] as const;

type Checks = Awaited<ReturnType<typeof readChecks>>;

export async function ChecksSection({ admin, target, service }: Watched): Promise<ReactNode> {
  const { ctx, t, locale, may } = admin;
  if (service.monitoring !== "internal" || service.ping_url === null) return null;
  const checks = await readChecks(ctx, target);
  return (
    <Section
      title={t("admin_checks.title")}
      text={t("admin_checks.text", {
        seconds: env().CHECK_INTERVAL_S,
        failures: (service.retries ?? 1) + 1,
      })}
    >
      <Health admin={admin} health={checks.health} />
      <div className="space-y-1">
        <p className="wrap-anywhere text-muted text-sm">{service.ping_url}</p>
        <State admin={admin} monitor={checks.monitor} />
      </div>
      {may("service.write") && (
        <AreaTexts locale={locale} areas={["admin_checks"]}>
          <CheckNow target={{ ...target, service_id: String(target.service_id) }} />
        </AreaTexts>
      )}
    </Section>
  );
}

function Health({ admin, health }: { admin: Watched["admin"]; health: Checks["health"] }) {
  const { t, format } = admin;
  const lost = health.network_lost_at;
  const late = health.late_since;
  return (
    <>
      {lost && (
        <p className="note note-bad">
          {t("admin_checks.our_network", { time: format.dateTime(lost) })}
        </p>
      )}
      {late && (
        <p className="note note-bad">{t("admin_checks.late", { time: format.dateTime(late) })}</p>
      )}
    </>
  );
}

function State({ admin, monitor }: { admin: Watched["admin"]; monitor: Checks["monitor"] }) {
  const { t, format } = admin;
  if (!monitor || monitor.is_up === null || monitor.since === null)
    return <p>{t("admin_checks.state.unknown")}</p>;
  const { is_up, since, reason, detail, checked_at, outcome, last_reason, response_ms } = monitor;
  const why = is_up ? null : explainReason(t, reason, detail);
  const word = OUTCOMES.find((one) => one === outcome) ?? "none";
  const said = [
    t(`admin_checks.said.${word}`),
    outcome === "up" ? null : explainReason(t, last_reason),
    outcome === "up" ? t("admin_checks.ms", { ms: response_ms ?? 0 }) : null,
  ];
  return (
    <>
      <p className={is_up ? "font-semibold" : "font-semibold text-major"}>
        {t(is_up ? "admin_checks.state.up" : "admin_checks.state.down", {
          time: format.dateTime(since),
        })}
      </p>
      {why && <p>{why}</p>}
      {checked_at && (
        <p className="text-muted text-sm">
          {t("admin_checks.last", {
            time: format.dateTime(checked_at),
            said: said.filter(Boolean).join(" · "),
          })}
        </p>
      )}
      {monitor.certificate_ends_at && (
        <p className="text-muted text-sm">
          {t("admin_checks.certificate", { time: format.dateTime(monitor.certificate_ends_at) })}
        </p>
      )}
    </>
  );
}
