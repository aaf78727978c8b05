import { alert, joined, stateOf, type Tool } from "#lib/monitoring/tools/tool.ts";

const STATES = {
  up: "up",
  down: "down",
  new: "neither",
  grace: "neither",
  paused: "neither",
  started: "neither",
} as const;

/** `$STATUS` in the key `status`; a test is called TEST. */
export const healthchecks: Tool = {
  read: ({ fields, is_trial }) => {
    if (is_trial) return alert("test", { names: [], detail: null });
    const status = fields.get("status") || undefined;
    const name = fields.get("name");
    const state = stateOf(status, STATES);
    return alert(state && name === "TEST" ? "test" : state, {
      key: fields.get("code") ?? name,
      names: [name],
      detail: state === "unknown" ? (status ?? null) : joined(name, status),
    });
  },
  paste: () => JSON.stringify({ code: "$CODE", name: "$NAME", status: "$STATUS", tags: "$TAGS" }),
};
