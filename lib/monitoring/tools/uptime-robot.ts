import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  type AlertState,
  alert,
  joined,
  stateOf,
  type Tool,
  unixTime,
} from "#lib/monitoring/tools/tool.ts";

const VARIABLES = [
  ...["monitorID", "alertType", "alertTypeFriendlyName", "alertDetails"],
  ...["monitorFriendlyName", "monitorURL", "alertDateTime"],
];
const TYPES = { "1": "down", "2": "up", "3": "certificate" } as const;

function stateIn({ fields }: Call): AlertState | undefined {
  const type = fields.get("alerttype") || undefined;
  if (type !== undefined) return stateOf(type, TYPES);
  const name = fields.get("alerttypefriendlyname")?.toLowerCase() || undefined;
  if (name && /ssl|expir/.test(name)) return "certificate";
  return stateOf(name, { up: "up", down: "down" });
}

function read(call: Call): Alert[] {
  const { fields, is_trial } = call;
  if (is_trial) return alert("test", { names: [], detail: null });
  const state = stateIn(call);
  const name = fields.get("monitorfriendlyname");
  const given = fields.get("alerttype") ?? fields.get("alerttypefriendlyname") ?? null;
  const detail = state === "unknown" ? given : joined(name, fields.get("alertdetails"));
  const key = fields.get("monitorid") ?? name;
  return alert(state, { key, names: [name], detail, since: unixTime(fields.get("alertdatetime")) });
}

/**
 * `alertType` is 1 for down, 2 for up, 3 for an expiring certificate or domain. Users write the
 * keys themselves; a test has no values at all.
 */
export const uptimeRobot: Tool = {
  read,
  paste: () => JSON.stringify(Object.fromEntries(VARIABLES.map((name) => [name, `*${name}*`]))),
};
