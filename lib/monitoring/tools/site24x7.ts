import {
  alert,
  isAboutExpiry,
  joined,
  stateOf,
  type Tool,
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const STATES = {
  up: "up",
  down: "down",
  trouble: "down",
  critical: "down",
  maintenance: "neither",
  suspended: "neither",
} as const;

/** `STATUS` of a monitor; TROUBLE and CRITICAL are thresholds, which warn. */
export const site24x7: Tool = {
  read: ({ fields, is_trial }) => {
    if (is_trial) return alert("test", { names: [], detail: null });
    const name = fields.get("monitorname");
    if (name === undefined) return [];
    const status = fields.get("status") || undefined;
    const state = stateOf(status, STATES);
    const isExpiry = isAboutExpiry(fields.get("incidentreason"));
    const detail = joined(name, fields.get("incidentreason"));
    return alert(state === "down" && isExpiry ? "certificate" : state, {
      key: fields.get("monitorid") ?? name,
      urgency: urgencyOf(state === "down" && status?.toLowerCase() !== "down" ? "low" : undefined),
      names: [name],
      detail: state === "unknown" ? (status ?? null) : detail,
    });
  },
};
