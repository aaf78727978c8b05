import { expect, test } from "@playwright/test";
import { log } from "#lib/platform/log.ts";
import { logger } from "#lib/server/worker/queue-log.ts";

test("a failover is one warning without a stack, and any other error is logged as it is", () => {
  const lines: unknown[] = [];
  const { warn, error } = log();
  const note = (level: string) => (fields: object, text: string) =>
    void lines.push([level, Object.keys(fields), text]);
  Object.assign(log(), { warn: note("warn"), error: note("error") });
  try {
    const lost = new Error("terminating connection due to administrator command");
    for (const text of ["Error with notify listener", "Error occurred fetching jobs"])
      logger.error(text, { error: Object.assign(lost, { code: "57P01" }) });
    logger.error("Failed task 7", { error: new Error("no such template") });
  } finally {
    Object.assign(log(), { warn, error });
  }
  const waits = "the job queue has lost the database: jobs wait, and go on once it is back";
  expect(lines).toEqual([
    ["warn", ["reason"], waits],
    ["error", ["err"], "Failed task 7"],
  ]);
});
