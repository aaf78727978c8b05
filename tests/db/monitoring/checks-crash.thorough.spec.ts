import type { ChildProcess } from "node:child_process";
import { setTimeout as after } from "node:timers/promises";
import { installJobs } from "#lib/server/worker/worker.ts";
import { mintWatched } from "#tests/support/data/checked-services.ts";
import { Target } from "#tests/support/http/targets.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { expect, test } from "#tests/support/test.ts";

const MINUTE_MS = 5_000;
const SERVICES = 40;
// Long enough for the one that is killed to leave some under way.
const ANSWER_MS = 150;
const LATE_MS = 5_000;

function startWorker(databaseUrl: string): ChildProcess {
  const env = {
    DATABASE_URL: databaseUrl,
    APP_SECRET,
    ALLOW_PRIVATE_TARGETS: "1",
    CHECK_INTERVAL_S: String(MINUTE_MS / 1_000),
  };
  return startProgram(["worker"], env, "inherit");
}

test("of two workers one is killed: no check is made twice in its minute, no service is left out for more than two", async ({
  database,
  databaseUrl,
}) => {
  await installJobs();
  const asked = new Map<string, number[]>();
  const target = await Target.http(async ({ url = "" }, response) => {
    asked.set(url, [...(asked.get(url) ?? []), Date.now()]);
    await after(ANSWER_MS);
    response.end();
  });
  const fewest = () => Math.min(...paths.map((path) => asked.get(path)?.length ?? 0));
  const paths = Array.from({ length: SERVICES }, (_, n) => `/${n}`);
  const workers = [startWorker(databaseUrl), startWorker(databaseUrl)] as const;
  const { ids } = await mintWatched(
    database,
    paths.map((path) => target.url + path),
  );
  await expect.poll(fewest).toBeGreaterThanOrEqual(3);
  await endProgram(workers[0], "SIGKILL");
  const at_kill = fewest();
  await expect.poll(fewest).toBeGreaterThanOrEqual(at_kill + 3);
  await endProgram(workers[1], "SIGTERM");
  await target.close();

  for (const [n, id] of ids.entries()) {
    // The first one came with the service, at no place of its own.
    const [, ...times] = asked.get(`/${n}`) ?? [];
    const place = ((id * 37_087) % 60_000) * (MINUTE_MS / 60_000);
    const minutes = times.map((at) => Math.floor((at - place) / MINUTE_MS));
    expect([id, minutes]).toEqual([id, [...new Set(minutes)]]);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(2 * MINUTE_MS + LATE_MS);
  }
});
