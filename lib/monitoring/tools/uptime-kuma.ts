import {
  alert,
  at,
  isAboutExpiry,
  joined,
  stateOf,
  type Tool,
  textAt,
} from "#lib/monitoring/tools/tool.ts";

const STATES = { "0": "down", "1": "up", "2": "neither", "3": "neither" } as const;

/** `heartbeat.status`: 0 down, 1 up, 2 pending, 3 maintenance; null in tests and certificates. */
export const uptimeKuma: Tool = {
  read: ({ record }) => {
    const message = textAt(record, "msg");
    const beat = at(record, "heartbeat");
    const name = textAt(record, "monitor", "name");
    const names = [name, textAt(record, "monitor", "pathName")];
    if (beat === null && message !== undefined) {
      const other = /\btest/i.test(message) ? "test" : "neither";
      return alert(isAboutExpiry(message) ? "certificate" : other, { names, detail: message });
    }
    const status = textAt(beat, "status");
    const detail = joined(name, textAt(beat, "msg") ?? message);
    const state = stateOf(status, STATES);
    return alert(state, {
      key: textAt(record, "monitor", "id") ?? name,
      // Each installation counts its monitors from 1.
      ...(name && { sender: name }),
      names,
      detail: state === "unknown" ? (status ?? null) : detail,
    });
  },
};
