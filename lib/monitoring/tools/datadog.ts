import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  alert,
  joined,
  stateOf,
  type Tool,
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const TRANSITIONS = {
  triggered: "down",
  "re-triggered": "down",
  recovered: "up",
  "no data recovered": "up",
  warn: "down",
  "re-warn": "down",
  "warn recovered": "up",
  "no data": "neither",
  "re-no data": "neither",
  renotify: "neither",
} as const;

// "[TEST] [P2] [Triggered on {host:web-1}] Checkout is slow"
const TITLE =
  /^\s*(\[TEST\])?\s*(?:\[(P\d)\]\s*)?(?:\[([A-Za-z -]{1,30}?)(?: on ([^\]]*))?\])?\s*(.*)$/s;

function read({ fields, is_trial }: Call): Alert[] {
  if (is_trial) return alert("test", { names: [], detail: null });
  const title = fields.get("alerttitle") ?? fields.get("title") ?? "";
  const [, test, priority, inTitle, group, name] = TITLE.exec(title) ?? [];
  const status = (fields.get("alerttransition") || undefined) ?? inTitle;
  const tags = (fields.get("tags") ?? "").split(",").map((tag) => tag.trim().split(/:(.*)/s));
  const tag = (key: string) => tags.find(([found]) => found === key)?.[1];
  const state = stateOf(status, TRANSITIONS);
  const isWarning = state === "down" && status?.toLowerCase().includes("warn");
  const scope = fields.get("alertscope") ?? group ?? fields.get("hostname");
  return alert(test && state ? "test" : state, {
    key: joined(fields.get("alertid") ?? name, scope) ?? undefined,
    urgency: urgencyOf(fields.get("alertpriority") ?? priority, isWarning ? "warn" : undefined),
    names: [tag("service"), name || undefined, fields.get("hostname")],
    service_id: tag("service_id"),
    detail: state === "unknown" ? (status ?? null) : joined(name, status),
  });
}

/** `$ALERT_TRANSITION`, else the title as the default payload has it. */
export const datadog: Tool = {
  read,
  paste: () =>
    JSON.stringify({
      alert_transition: "$ALERT_TRANSITION",
      alert_title: "$ALERT_TITLE",
      alert_id: "$ALERT_ID",
      alert_scope: "$ALERT_SCOPE",
      alert_priority: "$ALERT_PRIORITY",
      hostname: "$HOSTNAME",
      tags: "$TAGS",
    }),
};
