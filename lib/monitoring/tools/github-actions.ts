import type { Call } from "#lib/monitoring/reports/call.ts";
import {
  type Alert,
  type AlertState,
  alert,
  at,
  isoTime,
  joined,
  stateOf,
  type Tool,
  textAt,
  urgencyOf,
} from "#lib/monitoring/tools/tool.ts";

const CONCLUSIONS = {
  success: "up",
  failure: "down",
  timed_out: "down",
  startup_failure: "down",
  cancelled: "neither",
  skipped: "neither",
  neutral: "neither",
  stale: "neither",
  action_required: "neither",
} as const;

/** Runs of other branches and of pull requests say nothing of what is deployed. */
function stateIn(record: unknown, run: unknown): AlertState | undefined {
  const conclusion = stateOf(textAt(run, "conclusion"), CONCLUSIONS);
  if (textAt(record, "action") !== "completed") return "neither";
  const branch = textAt(run, "head_branch");
  const isDeployed = branch === textAt(record, "repository", "default_branch");
  const isOwn = !/^pull_request/.test(textAt(run, "event") ?? "");
  return isDeployed && isOwn ? conclusion : "neither";
}

function read({ record }: Call): Alert[] {
  const names = [textAt(record, "repository", "name"), textAt(record, "repository", "full_name")];
  if (textAt(record, "zen") && at(record, "hook_id") !== undefined)
    return alert("test", { names, detail: textAt(record, "zen") ?? null });
  const run = at(record, "workflow_run");
  if (typeof run === "object" && run !== null && textAt(record, "action")) {
    const name = textAt(run, "name");
    const detail = joined(names[1], name, textAt(run, "conclusion"));
    return alert(stateIn(record, run), {
      key: textAt(run, "workflow_id") ?? name,
      urgency: urgencyOf(textAt(run, "event") === "schedule" ? "low" : undefined),
      names: [name, ...names],
      detail,
      since: isoTime(textAt(run, "updated_at")),
    });
  }
  // Whatever else the webhook was subscribed to.
  const isEvent = textAt(record, "repository", "full_name") && at(record, "sender");
  return alert(isEvent ? "neither" : undefined, { names, detail: joined(names[1]) });
}

/** The event `workflow_run`, completed on the default branch. */
export const githubActions: Tool = { read };
