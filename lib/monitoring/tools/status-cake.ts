import { alert, joined, stateOf, type Tool } from "#lib/monitoring/tools/tool.ts";

const STATES = { up: "up", down: "down" } as const;

/** `Status` is `Up` or `Down`; `StatusCode` is 0 without an answer in time. */
export const statusCake: Tool = {
  read: ({ fields }) => {
    const status = fields.get("status") || undefined;
    const state = stateOf(status, STATES);
    const [name, code] = [fields.get("name"), fields.get("statuscode")];
    const detail = state === "unknown" ? (status ?? null) : joined(name, code && `HTTP ${code}`);
    return alert(state, { key: fields.get("testid") ?? name, names: [name], detail });
  },
};
