import { alert, joined, stateOf, type Tool, urgencyOf } from "#lib/monitoring/tools/tool.ts";

const TYPES = {
  alert_failure: "down",
  alert_failure_remain: "down",
  alert_degraded_failure: "down",
  alert_recovery: "up",
  alert_degraded_recovery: "up",
  alert_failure_degraded: "down",
  alert_degraded: "down",
  alert_degraded_remain: "down",
  alert_ssl: "certificate",
  no_alert: "neither",
} as const;

const DEGRADED = /^alert_(?:failure_)?degraded(?:_remain)?$/i;

/** `ALERT_TYPE` in the key `alert_type`; degraded is a warning. */
export const checkly: Tool = {
  read: ({ fields, is_trial }) => {
    if (is_trial) return alert("test", { names: [], detail: null });
    const type = fields.get("alerttype") || undefined;
    const name = fields.get("checkname");
    const state = stateOf(type, TYPES);
    const detail = joined(fields.get("event") ?? name, fields.get("checkerrormessage"));
    return alert(state, {
      key: fields.get("checkid") ?? name,
      urgency: urgencyOf(DEGRADED.test(type ?? "") ? "degraded" : undefined),
      names: [name, fields.get("groupname")],
      detail: state === "unknown" ? (type ?? null) : detail,
    });
  },
  paste: () =>
    JSON.stringify({
      event: "{{ALERT_TITLE}}",
      alert_type: "{{ALERT_TYPE}}",
      check_id: "{{CHECK_ID}}",
      check_name: "{{CHECK_NAME}}",
      group_name: "{{GROUP_NAME}}",
      started_at: "{{STARTED_AT}}",
    }),
};
