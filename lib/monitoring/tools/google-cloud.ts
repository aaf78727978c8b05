import {
  alert,
  at,
  isAboutExpiry,
  joined,
  stateOf,
  type Tool,
  textAt,
  unixTime,
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const STATES = { open: "down", closed: "up", acknowledged: "neither" } as const;

/** `incident.state`; a test has the version `test`. */
export const googleCloud: Tool = {
  read: ({ record }) => {
    const field = (...path: string[]) => textAt(record, "incident", ...path);
    if (textAt(at(record, "incident"), "incident_id") === undefined) return [];
    const [policy, condition] = [field("policy_name"), field("condition_name")];
    const state = stateOf(field("state"), STATES);
    const isExpiry = state === "down" && isAboutExpiry(policy, condition);
    const meaning = isExpiry ? "certificate" : state;
    return alert(textAt(record, "version") === "test" ? "test" : meaning, {
      key: field("incident_id"),
      urgency: urgencyOf(field("severity")),
      names: [
        field("policy_user_labels", "service"),
        field("metadata", "user_labels", "service"),
        field("resource_display_name"),
        policy,
        condition,
      ],
      service_id: field("policy_user_labels", "service_id"),
      detail: joined(policy, field("summary")),
      since: unixTime(state === "up" ? field("ended_at") : field("started_at")),
    });
  },
};
