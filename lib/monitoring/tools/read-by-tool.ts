import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Interpretation,
  notUnderstood,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import { TOOLS } from "#lib/monitoring/tools/registry.ts";
import type { Alert } from "#lib/monitoring/tools/tool.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";

const WORST_FIRST = ["down", "unknown", "neither", "certificate", "up", "test"] as const;

/** The worst of several alerts counts. */
export function worstOf(alerts: readonly Alert[]): Interpretation {
  const states = alerts.map(({ state }) => state);
  const worst = WORST_FIRST.find((state) => states.includes(state));
  const found = alerts.find(({ state }) => state === worst);
  if (!found || !worst) return notUnderstood("no_status");
  const { detail, since = null } = found;
  if (worst === "unknown") return notUnderstood("unknown_status", detail);
  if (worst === "neither") return notUnderstood("neither_state", detail);
  return understoodAs(worst, detail, since);
}

export function readByTool(kind: MonitoringTool, call: Call): Interpretation {
  const alerts = TOOLS[kind].read(call);
  return alerts.length === 0 && call.is_text ? notUnderstood("not_json") : worstOf(alerts);
}
