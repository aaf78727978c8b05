import { alert, isAboutExpiry, joined, stateOf, type Tool } from "#lib/monitoring/tools/tool.ts";

const STATES = {
  up: "up",
  down: "down",
  trouble: "neither",
  critical: "neither",
  maintenance: "neither",
  suspended: "neither",
} as const;

/** `STATUS` of a monitor; only DOWN means down. */
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
      names: [name],
      detail: state === "unknown" ? (status ?? null) : detail,
    });
  },
};
