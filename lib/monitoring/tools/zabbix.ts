import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  type AlertState,
  alert,
  isAboutExpiry,
  joined,
  listAt,
  stateOf,
  type Tool,
  textAt,
  type Urgency,
} from "#lib/monitoring/tools/tool.ts";

const VALUES = {
  "1": "down",
  problem: "down",
  "0": "up",
  ok: "up",
  resolved: "up",
} as const;
// {EVENT.NSEVERITY}
const SEVERITIES: Readonly<Record<string, Urgency>> = { "0": "info", "1": "info", "2": "warning" };

function stateIn({ fields }: Call): AlertState | undefined {
  const state = stateOf(fields.get("eventvalue") || undefined, VALUES);
  if (state === undefined || state === "unknown") return state;
  // An acknowledgement, a comment or a change of severity.
  if (fields.get("eventupdatestatus") === "1") return "neither";
  return isAboutExpiry(fields.get("eventname")) ? "certificate" : state;
}

function tagsIn({ fields, record }: Call): unknown[] {
  try {
    const list: unknown = JSON.parse(fields.get("eventtags") ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return listAt(record, "event_tags");
  }
}

function read(call: Call): Alert[] {
  const { fields, is_trial } = call;
  if (is_trial) return alert("test", { names: [], detail: null });
  const state = stateIn(call);
  const [name, host, value] = ["eventname", "hostname", "eventvalue"].map((key) => fields.get(key));
  const tags = tagsIn(call);
  const tag = (key: string) =>
    textAt(
      tags.find((one) => textAt(one, "tag") === key),
      "value",
    );
  return alert(state, {
    key: fields.get("eventid") ?? joined(host, name) ?? undefined,
    urgency: SEVERITIES[fields.get("eventnseverity") ?? ""],
    names: [tag("service"), host, name],
    service_id: tag("service_id"),
    detail: state === "unknown" ? (value ?? null) : joined(host, name),
  });
}

/** A media type "Webhook" that posts its parameters. */
export const zabbix: Tool = {
  read,
  paste: () => `var request = new HttpRequest();
request.addHeader('Content-Type: application/json');
request.post(JSON.parse(value).url, value);
if (request.getStatus() !== 200) throw 'HTTP ' + request.getStatus();
return 'OK';`,
};
