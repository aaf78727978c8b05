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
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const STATES = {
  created: "neither",
  activated: "down",
  open: "down",
  acknowledged: "neither",
  closed: "up",
  test: "test",
} as const;
// The issue that every test of a workflow shows.
const EXAMPLE = "0ea2df1c-adab-45d2-aae0-042b609d2322";

function stateIn({ record }: Call): AlertState | undefined {
  const state = stateOf(textAt(record, "state") ?? textAt(record, "current_state"), STATES);
  const example = `${textAt(record, "issueUrl")} ${textAt(record, "id")}`;
  if (state && example.includes(EXAMPLE)) return "test";
  return state;
}

/** An issue's warning has the priority `HIGH`. */
function urgencyIn(record: unknown): Urgency {
  const priority = textAt(record, "priority")?.toLowerCase();
  if (priority === "low") return "info";
  const isWarning = priority !== undefined && priority !== "critical";
  return isWarning ? "warning" : urgencyOf(textAt(record, "severity"));
}

function read(call: Call): Alert[] {
  const { record } = call;
  const state = stateIn(call);
  const title = textAt(record, "title") ?? textAt(record, "condition_name");
  const entities = [
    ...listAt(record, "impactedEntities"),
    ...listAt(record, "targets").map((target) => textAt(target, "name")),
    ...listAt(record, "alertConditionNames"),
  ].filter((name) => typeof name === "string");
  return alert(state === "down" && isAboutExpiry(title) ? "certificate" : state, {
    key: textAt(record, "id") ?? textAt(record, "incident_id") ?? title,
    urgency: urgencyIn(record),
    names: [...entities, textAt(record, "condition_name"), title],
    detail: joined(title, textAt(record, "state") ?? textAt(record, "current_state")),
  });
}

/** Workflows, in their default template, and legacy channels; warnings are not down. */
export const newRelic: Tool = {
  read,
  paste: () => `{
  "id": {{ json issueId }},
  "issueUrl": {{ json issuePageUrl }},
  "title": {{ json annotations.title.[0] }},
  "priority": {{ json priority }},
  "state": {{ json state }},
  "impactedEntities": {{ json entitiesData.names }},
  "alertConditionNames": {{ json accumulations.conditionName }}
}`,
};
