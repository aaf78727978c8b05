import { readCall, textOf } from "#lib/monitoring/reports/call.ts";

/** A job's word on itself. `content`: the text that it sent, to show. */
export type Signal = {
  means: "up" | "down" | "start" | "log";
  detail: string | null;
  content: string;
};

const MEANINGS: Readonly<Record<string, Signal["means"]>> = {
  start: "start",
  started: "start",
  log: "log",
  fail: "down",
  failed: "down",
  failing: "down",
  failure: "down",
  error: "down",
  down: "down",
  critical: "down",
  unhealthy: "down",
  timeout: "down",
  aborted: "down",
  crashed: "down",
};
const EXIT_STATUS = /^\d{1,3}$/;

/** An unknown word is a heartbeat: the job has called. */
function meaningOf(word: string): Signal["means"] {
  const key = word.toLowerCase();
  if (EXIT_STATUS.test(key)) return Number(key) === 0 ? "up" : "down";
  return (Object.hasOwn(MEANINGS, key) && MEANINGS[key]) || "up";
}

/**
 * Reads a heartbeat as Healthchecks.io does: by the end of the address (`start`, `fail`, `log` or an
 * exit status), else by `status` or `exit_status` in the query, a form or JSON.
 */
export async function readSignal(
  url: string,
  body: Buffer | undefined,
  ending?: string,
): Promise<Signal> {
  const { fields } = await readCall(url, body);
  const status = fields.get("exitstatus") ?? fields.get("exitcode") ?? fields.get("status");
  const word = ending ?? status ?? "";
  const detail = word === "" ? null : word;
  return { means: meaningOf(word), detail, content: textOf(body ?? Buffer.alloc(0)) };
}
