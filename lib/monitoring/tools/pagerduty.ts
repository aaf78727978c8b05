import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  type AlertState,
  alert,
  at,
  isoTime,
  joined,
  listAt,
  type Tool,
  textAt,
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const EVENTS: Readonly<Record<string, AlertState>> = {
  "incident.triggered": "down",
  "incident.reopened": "down",
  "incident.resolved": "up",
  "pagey.ping": "test",
  // Version 2.
  "incident.trigger": "down",
  "incident.resolve": "up",
};

function readEvent(type: string | undefined, incident: unknown, time?: string): Alert[] {
  if (type === undefined || !/^[a-z_]+\.[a-z_.]+$/.test(type)) return [];
  const state = Object.hasOwn(EVENTS, type) ? EVENTS[type] : "neither";
  const service = textAt(incident, "service", "summary") ?? textAt(incident, "service", "name");
  return alert(state, {
    key: textAt(incident, "id"),
    urgency: urgencyOf(textAt(incident, "urgency"), textAt(incident, "priority", "summary")),
    names: [service, textAt(incident, "title")],
    detail: joined(service, textAt(incident, "title"), type),
    since: isoTime(time),
  });
}

function read({ record }: Call): Alert[] {
  const event = at(record, "event");
  if (typeof event === "object")
    return readEvent(textAt(event, "event_type"), at(event, "data"), textAt(event, "occurred_at"));
  return listAt(record, "messages").flatMap((message) =>
    readEvent(textAt(message, "event"), at(message, "incident")),
  );
}

/** Webhooks of version 3, and the former ones; notes and acknowledgements say nothing. */
export const pagerduty: Tool = { read };
