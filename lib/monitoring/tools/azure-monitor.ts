import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  type AlertState,
  alert,
  at,
  isAboutExpiry,
  isoTime,
  joined,
  listAt,
  stateOf,
  type Tool,
  textAt,
} from "#lib/monitoring/tools/tool.ts";

const CONDITIONS = { fired: "down", resolved: "up" } as const;
const HEALTH = {
  available: "up",
  unavailable: "down",
  degraded: "neither",
  unknown: "neither",
} as const;
const CLASSIC = { activated: "down", deactivated: "up" } as const;
// Their alerts never resolve.
const STATELESS = /^(?:Activity Log|ServiceHealth|Service Health|CostAlerts|.*Budget)/i;
const EXAMPLE = "/subscriptions/11111111-1111-1111-1111-111111111111/";

function stateIn(data: unknown, essentials: unknown): AlertState | undefined {
  const state = stateOf(textAt(essentials, "monitorCondition"), CONDITIONS);
  if (state === undefined || state === "unknown") return state;
  if (textAt(essentials, "alertId")?.startsWith(EXAMPLE)) return "test";
  const source = textAt(essentials, "monitoringService") ?? "";
  const health = textAt(data, "alertContext", "properties", "currentHealthStatus");
  if (health || /^Resource ?Health/i.test(source)) return stateOf(health ?? "unknown", HEALTH);
  if (source === "" || STATELESS.test(source)) return "neither";
  return isAboutExpiry(textAt(essentials, "alertRule")) ? "certificate" : state;
}

function readClassic(record: unknown): Alert[] {
  const [inner, outer] = [at(record, "data"), textAt(record, "status")];
  const context = at(inner, "context") ?? at(record, "context");
  const name = textAt(context, "name");
  if (name === undefined) return [];
  const state = stateOf(outer ?? textAt(inner, "status"), CLASSIC);
  return alert(state, {
    key: textAt(context, "id") ?? name,
    names: [name, textAt(context, "resourceName")],
    detail: joined(name),
  });
}

function read({ record }: Call): Alert[] {
  const data = at(record, "data");
  const essentials = at(data, "essentials");
  if (essentials === undefined) return readClassic(record);
  const rule = textAt(essentials, "alertRule");
  const state = stateIn(data, essentials);
  const items = listAt(essentials, "configurationItems").filter((one) => typeof one === "string");
  return alert(state, {
    key: textAt(essentials, "alertId") ?? rule,
    names: [...items, rule],
    detail: joined(rule, textAt(essentials, "description")),
    since: isoTime(textAt(essentials, state === "up" ? "resolvedDateTime" : "firedDateTime")),
  });
}

/** The common alert schema, and the metric alerts before it. */
export const azureMonitor: Tool = { read };
