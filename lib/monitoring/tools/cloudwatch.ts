import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  alert,
  at,
  isAboutExpiry,
  isoTime,
  joined,
  listAt,
  stateOf,
  type Tool,
  textAt,
} from "#lib/monitoring/tools/tool.ts";

const STATES = { alarm: "down", ok: "up", insufficient_data: "neither" } as const;

/** The same alarm by SNS, and by EventBridge. */
function alarmIn(record: unknown) {
  const detail = at(record, "detail");
  return {
    name: textAt(record, "AlarmName") ?? textAt(detail, "alarmName"),
    status: textAt(record, "NewStateValue") ?? textAt(detail, "state", "value"),
    reason: textAt(record, "NewStateReason") ?? textAt(detail, "state", "reason"),
    arn: textAt(record, "AlarmArn") ?? textAt({ ...listAt(record, "resources") }, "0"),
    time: textAt(record, "StateChangeTime") ?? textAt(detail, "state", "timestamp"),
  };
}

function read({ record }: Call): Alert[] {
  const { name, status, reason, arn, time } = alarmIn(record);
  if (name === undefined) return [];
  const dimensions = listAt(record, "Trigger", "Dimensions").map((one) => textAt(one, "value"));
  const state = stateOf(status, STATES);
  return alert(state === "down" && isAboutExpiry(name) ? "certificate" : state, {
    key: arn ?? name,
    names: [name, ...dimensions],
    detail: state === "unknown" ? (status ?? null) : joined(name, reason),
    since: isoTime(time),
  });
}

/** An alarm's `NewStateValue`, in SNS' envelope or without it. */
export const cloudwatch: Tool = { read };
