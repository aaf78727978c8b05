import { expect, test } from "@playwright/test";
import { readSignal } from "#lib/monitoring/heartbeats/signal.ts";

const URL_ = "https://a.example/heartbeat";

const SIGNALS: [query: string, body: string, ending: string | undefined, means: string][] = [
  ["", "", undefined, "up"],
  ["", "all of 12 files copied", undefined, "up"],
  ["?status=down", "", undefined, "down"],
  ["?status=up&msg=OK", "", undefined, "up"],
  ["?exit_status=1", "", undefined, "down"],
  ["?exit_status=0", "", undefined, "up"],
  ["", '{"status":"failed"}', undefined, "down"],
  ["", '{"status":"Error"}', undefined, "down"],
  ["", '{"status":"finished"}', undefined, "up"],
  ["", '{"status":null}', undefined, "up"],
  ["", "status=failure", undefined, "down"],
  ["", "", "fail", "down"],
  ["", "", "start", "start"],
  ["", "", "log", "log"],
  ["", "", "0", "up"],
  ["", "", "255", "down"],
  ["?status=up", "", "1", "down"],
];

test("a job says how it went at the end of the address, in the query, a form or JSON", async () => {
  for (const [query, body, ending, means] of SIGNALS) {
    const signal = await readSignal(URL_ + query, Buffer.from(body), ending);
    expect([query, body, ending, signal.means]).toEqual([query, body, ending, means]);
  }
});
