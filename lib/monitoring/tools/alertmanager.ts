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
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const STATES = { firing: "down", resolved: "up" } as const;
// Alerts about alerting itself, which always fire or fire for no reason of the service's.
const META = new Set(["Watchdog", "InfoInhibitor", "DeadMansSwitch"]);

/** Where people open it; one of a cluster may have another than the next. */
export function senderOf(record: unknown): string | undefined {
  return textAt(record, "externalURL");
}

/** Labels identify an alert where its fingerprint is missing. */
function keyOf(one: unknown): string {
  const labels = Object.entries(at(one, "labels") ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return textAt(one, "fingerprint") ?? JSON.stringify(labels);
}

/**
 * @param sender of the whole call
 * @param special what the tool's own labels and annotations say beyond `status`
 */
export function readAlert(
  one: unknown,
  sender: string | undefined,
  special: (one: unknown) => AlertState | undefined = () => undefined,
): Alert[] {
  const label = (name: string) => textAt(one, "labels", name);
  const alertname = label("alertname");
  const status = textAt(one, "status");
  const state = stateOf(status, STATES);
  const startsAt = textAt(one, "startsAt");
  const isExpiry = isAboutExpiry(alertname, label("rulename"));
  const summary =
    textAt(one, "annotations", "summary") ?? textAt(one, "annotations", "description");
  const meaning = () => {
    if (state === undefined || state === "unknown") return state;
    if (META.has(alertname ?? "")) return "neither";
    return special(one) ?? (isExpiry ? "certificate" : state);
  };
  return alert(meaning(), {
    key: keyOf(one),
    ...(sender && { sender }),
    occurrence: isoTime(startsAt) === null ? undefined : startsAt,
    urgency: urgencyOf(label("severity"), label("priority")),
    names: ["service", "service_name", "app", "job", "rulename", "alertname", "instance"].map(
      label,
    ),
    service_id: label("service_id"),
    detail: state === "unknown" ? (status ?? null) : joined(alertname, summary),
    since: isoTime(state === "up" ? textAt(one, "endsAt") : startsAt),
  });
}

/** Prometheus' webhook receiver, version 4: each of `alerts` is `firing` or `resolved`. */
export const alertmanager: Tool = {
  read: ({ record }) =>
    at(record, "groupKey") === undefined && at(record, "receiver") === undefined
      ? []
      : listAt(record, "alerts").flatMap((one) => readAlert(one, senderOf(record))),
  paste: (url) =>
    [
      "receivers:",
      "  - name: status-page",
      "    webhook_configs:",
      `      - url: ${url}`,
      "        send_resolved: true",
    ].join("\n"),
};
