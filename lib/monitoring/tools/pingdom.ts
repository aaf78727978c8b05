import { alert, joined, stateOf, type Tool, textAt, unixTime } from "#lib/monitoring/tools/tool.ts";

// Transactions fail or succeed.
const STATES = {
  up: "up",
  success: "up",
  down: "down",
  failing: "down",
  unconfirmed_down: "neither",
  unknown: "neither",
  paused: "neither",
} as const;
const EXAMPLE = /^Name of \w+ check$/;

/** `current_state` of a check. */
export const pingdom: Tool = {
  read: ({ record }) => {
    const field = (name: string) => textAt(record, name);
    const name = field("check_name");
    const status = field("current_state");
    if (name === undefined && field("check_id") === undefined) return [];
    const state = stateOf(status, STATES);
    // The examples of its documentation, which its test sends.
    const isTest = EXAMPLE.test(name ?? "") && field("description") === "Short error message";
    return alert(isTest ? "test" : state, {
      key: field("check_id") ?? name,
      names: [name],
      detail: state === "unknown" ? (status ?? null) : joined(name, field("description")),
      since: unixTime(field("state_changed_timestamp")),
    });
  },
};
