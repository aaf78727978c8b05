import type { ServerResponse } from "node:http";
import { Engine } from "#lib/monitoring/checks/engine.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { believed, mintWatched, resultsOf } from "#tests/support/data/checked-services.ts";
import { Target } from "#tests/support/http/targets.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

let stop: AbortController;
let running: Promise<void>[];

function begin(how?: { at_once: number }): void {
  running.push(new Engine(how).run(stop.signal));
}

function setInterval_s(seconds: string): void {
  process.env.CHECK_INTERVAL_S = seconds;
  provideEnv({});
}

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
  setInterval_s("2");
  stop = new AbortController();
  running = [];
});
test.afterEach(async ({ database }) => {
  stop.abort();
  await Promise.all(running);
  setInterval_s("");
  allowPrivateTargets(false);
  await database.updateTable("services").set({ monitoring: null }).execute();
});

test("what a service's old address answers late says nothing of its new one", async ({
  database,
}) => {
  const asked = Promise.withResolvers<ServerResponse>();
  // A HEAD that fails is repeated as GET.
  const old = await Target.http(({ method }, response) => {
    if (method === "HEAD") asked.resolve(response);
    else response.writeHead(500).end();
  });
  const silent = await Target.tcp();
  const { first } = await mintWatched(database, [old.url], { retries: 0 });
  begin();
  const answer = await asked.promise;
  await database
    .updateTable("services")
    .set({ ping_url: silent.url.replace("tcp:", "http:") })
    .where("id", "=", first)
    .execute();
  answer.writeHead(500).end();
  await expect.poll(() => resultsOf(database, first)).toMatchObject([{ status: 500 }]);
  expect(await believed(database, first)).toMatchObject({ is_up: null, doubts: 0 });
  stop.abort();
  await Promise.all([old.close(), silent.close()]);
});

test("services of one organization that hang do not hold up another's at the same host", async ({
  database,
}) => {
  const host = await Target.http(({ url }, response) => {
    if (url === "/") response.end();
  });
  await mintWatched(database, Array(120).fill(`${host.url}/hangs`));
  const { first } = await mintWatched(database, [host.url]);
  begin();
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
  stop.abort();
  await host.close();
});

test("organizations that hang leave places for others, however many checks of theirs are due", async ({
  database,
}) => {
  const host = await Target.http(({ url }, response) => {
    if (url === "/") response.end();
  });
  const hanging: number[] = [];
  for (let n = 0; n < 4; n++)
    hanging.push(...(await mintWatched(database, Array(8).fill(`${host.url}/hangs`))).ids);
  begin({ at_once: 12 });
  const asked = () => host.asked.filter((line) => line.endsWith("/hangs")).length;
  await expect.poll(asked).toBeGreaterThanOrEqual(9);
  const { first } = await mintWatched(database, [host.url]);
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
  const ended = await Promise.all(hanging.map((id) => resultsOf(database, id)));
  expect(ended.flat()).toEqual([]);
  stop.abort();
  await host.close();
});

test("after a clock that was ahead nothing waits until its time has come again", async ({
  database,
}) => {
  const target = await Target.http((_, response) => response.end());
  const { first } = await mintWatched(database, [target.url]);
  await database
    .updateTable("service_monitors")
    .set({ due_at: new Date(Date.now() + 3_600_000).toISOString() })
    .where("service_id", "=", first)
    .execute();
  begin();
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true });
  stop.abort();
  await target.close();
});

test("a long outage ends though nobody could look after its first success", async ({
  database,
}) => {
  const target = await Target.http((_, response) => response.end());
  const { first } = await mintWatched(database, [target.url]);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await database
    .updateTable("service_monitors")
    .set({ is_up: false, since: ago(60), doubts: 1, doubted_at: ago(10), last_doubt_at: ago(10) })
    .where("service_id", "=", first)
    .execute();
  begin();
  await expect.poll(() => believed(database, first)).toMatchObject({ is_up: true, doubts: 0 });
  stop.abort();
  await target.close();
});
