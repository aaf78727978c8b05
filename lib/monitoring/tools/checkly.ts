import { alert, joined, stateOf, type Tool } from "#lib/monitoring/tools/tool.ts";

const TYPES = {
  alert_failure: "down",
  alert_failure_remain: "down",
  alert_degraded_failure: "down",
  alert_recovery: "up",
  alert_degraded_recovery: "up",
  alert_failure_degraded: "neither",
  alert_degraded: "neither",
  alert_degraded_remain: "neither",
  alert_ssl: "certificate",
  no_alert: "neither",
} as const;

/** `ALERT_TYPE` in the key `alert_type`; degraded is not down. */
export const checkly: Tool = {
  read: ({ fields, is_trial }) => {
    if (is_trial) return alert("test", { names: [], detail: null });
    const type = fields.get("alerttype") || undefined;
    const name = fields.get("checkname");
    const state = stateOf(type, TYPES);
    const detail = joined(fields.get("event") ?? name, fields.get("checkerrormessage"));
    return alert(state, {
      names: [name, fields.get("groupname")],
      detail: state === "unknown" ? (type ?? null) : detail,
    });
  },
  paste: () =>
    JSON.stringify({
      event: "{{ALERT_TITLE}}",
      alert_type: "{{ALERT_TYPE}}",
      check_name: "{{CHECK_NAME}}",
      group_name: "{{GROUP_NAME}}",
      started_at: "{{STARTED_AT}}",
    }),
};
