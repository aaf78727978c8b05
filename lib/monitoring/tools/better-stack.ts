import {
  type AlertState,
  alert,
  at,
  isAboutExpiry,
  isoTime,
  joined,
  stateOf,
  type Tool,
  textAt,
} from "#lib/monitoring/tools/tool.ts";

const INCIDENT = {
  started: "down",
  resolved: "up",
  unconfirmed: "neither",
  acknowledged: "neither",
  validating: "neither",
} as const;
const MONITOR = {
  up: "up",
  down: "down",
  paused: "neither",
  pending: "neither",
  maintenance: "neither",
  validating: "neither",
} as const;

function stateIn(data: unknown): AlertState | undefined {
  const field = (name: string) => textAt(data, "attributes", name);
  const status = field("status");
  if (at(data, "type") === "monitor" || at(data, "type") === "heartbeat")
    return stateOf(status, MONITOR);
  if (at(data, "type") !== "incident") return undefined;
  if (isAboutExpiry(field("cause"))) return "certificate";
  if (field("resolved_at")) return "up";
  return field("acknowledged_at") ? "neither" : stateOf(status, INCIDENT);
}

/** Outgoing webhooks for incidents, monitors and heartbeats. */
export const betterStack: Tool = {
  read: ({ record }) => {
    const data = at(record, "data");
    const field = (name: string) => textAt(data, "attributes", name);
    const name = field("name") ?? field("pronounceable_name");
    const state = stateIn(data);
    return alert(state, {
      key: joined(textAt(data, "type"), textAt(data, "id")) ?? name,
      names: [name, field("pronounceable_name"), field("url")],
      detail: joined(name, field("cause") ?? field("status")),
      since: isoTime(state === "up" ? field("resolved_at") : field("started_at")),
    });
  },
};
