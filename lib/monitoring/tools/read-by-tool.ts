import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Interpretation,
  notUnderstood,
  reportedAlert,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import { TOOLS } from "#lib/monitoring/tools/registry.ts";
import type { Alert } from "#lib/monitoring/tools/tool.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

/** `low`: up or down, but not urgent enough to count. */
type RatedAlert = Omit<Alert, "state"> & { state: Alert["state"] | "low" };
type UrgencyRule = { count_warnings: boolean };

const WORST_FIRST = [
  ...(["down", "unknown", "blind", "up"] as const),
  ...(["certificate", "low", "neither", "test"] as const),
];

function rate(alert: Alert, { count_warnings }: UrgencyRule): RatedAlert {
  const { state, urgency = "critical" } = alert;
  const counts = urgency === "critical" || (urgency === "warning" && count_warnings);
  return counts || (state !== "down" && state !== "up") ? alert : { ...alert, state: "low" };
}

function alertReports(alerts: readonly RatedAlert[]) {
  const isBlind = alerts.some(({ state }) => state === "blind");
  return alerts.flatMap(({ state, since: said_at, ...parts }) =>
    state === "down" || state === "up" || state === "low"
      ? reportedAlert(isBlind && state === "up" ? "blind" : state, { ...parts, said_at })
      : [],
  );
}

/** The worst of several alerts counts. */
export function worstOf(alerts: readonly Alert[], rule: UrgencyRule): Interpretation {
  const rated = alerts.map((alert) => rate(alert, rule));
  const states = rated.map(({ state }) => state);
  const worst = WORST_FIRST.find((state) => states.includes(state));
  const found = rated.find(({ state }) => state === worst);
  if (!found || !worst) return notUnderstood("no_status");
  const { detail } = found;
  if (worst === "unknown") return notUnderstood("unknown_status", detail);
  const reports = alertReports(rated);
  if (worst === "low") return { ...notUnderstood("low_urgency", detail), alerts: reports };
  if (worst === "neither") return notUnderstood("neither_state", detail);
  if (worst === "blind") return { ...notUnderstood("neither_state", detail), alerts: reports };
  return { ...understoodAs(worst, detail), alerts: reports };
}

export function readByTool(
  kind: MonitoringTool,
  call: Call,
  rule: UrgencyRule = { count_warnings: false },
): Interpretation {
  const alerts = TOOLS[kind].read(call);
  const isText = alerts.length === 0 && call.is_text;
  return isText ? notUnderstood("not_json") : worstOf(alerts, rule);
}
