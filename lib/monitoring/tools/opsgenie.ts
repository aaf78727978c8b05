import { alert, joined, listAt, type Tool, textAt, urgencyOf } from "#lib/monitoring/tools/tool.ts";

const STATES: Readonly<Record<string, "up" | "down">> = {
  Create: "down",
  Close: "up",
  Delete: "up",
};

function tagged(tags: readonly unknown[], key: string): string | undefined {
  const tag = tags.find((one) => typeof one === "string" && one.startsWith(`${key}:`));
  return typeof tag === "string" ? tag.slice(key.length + 1) : undefined;
}

/** Also Jira Service Management; nothing closes a deleted alert later. */
export const opsgenie: Tool = {
  read: ({ record }) => {
    const action = textAt(record, "action");
    const message = textAt(record, "alert", "message");
    if (action === undefined || textAt(record, "alert", "alertId") === undefined) return [];
    const tags = listAt(record, "alert", "tags");
    return alert(Object.hasOwn(STATES, action) ? STATES[action] : "neither", {
      key: textAt(record, "alert", "alertId"),
      urgency: urgencyOf(textAt(record, "alert", "priority")),
      names: [tagged(tags, "service"), textAt(record, "alert", "entity"), message],
      service_id: tagged(tags, "service_id"),
      detail: joined(message, action),
    });
  },
};
