import type { Call } from "#lib/monitoring/reports/call.ts";
import { readAlert, senderOf } from "#lib/monitoring/tools/alertmanager.ts";
import {
  type Alert,
  type AlertState,
  alert,
  joined,
  listAt,
  stateOf,
  type Tool,
  textAt,
} from "#lib/monitoring/tools/tool.ts";

const UNKNOWABLE = new Set(["DatasourceNoData", "DatasourceError"]);

function special(one: unknown): AlertState | undefined {
  const name = textAt(one, "labels", "alertname");
  if (name === "TestAlert" && textAt(one, "labels", "instance") === "Grafana") return "test";
  const reason = textAt(one, "annotations", "grafana_state_reason") ?? "";
  const isBlind = UNKNOWABLE.has(name ?? "") || /^(?:NoData|Error)/.test(reason);
  return isBlind && textAt(one, "status") !== "resolved" ? "blind" : undefined;
}

// Until Grafana 8, and where legacy alerting is still on.
const LEGACY = {
  alerting: "down",
  ok: "up",
  no_data: "neither",
  pending: "neither",
  paused: "neither",
} as const;

function readLegacy({ record }: Call): Alert[] {
  const name = textAt(record, "ruleName");
  if (name === undefined) return [];
  const state = stateOf(textAt(record, "state"), LEGACY);
  return alert(name === "Test notification" ? "test" : state, {
    key: textAt(record, "ruleId") ?? name,
    names: [name],
    detail: joined(name, textAt(record, "message")),
  });
}

/** Contact point "Webhook"; a rule without data or with an error says nothing of the service. */
export const grafana: Tool = {
  read: (call) => {
    const alerts = listAt(call.record, "alerts");
    const sender = senderOf(call.record);
    return alerts.length > 0
      ? alerts.flatMap((one) => readAlert(one, sender, special))
      : readLegacy(call);
  },
};
