import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "@playwright/test";
import { sql } from "kysely";
import { DatabaseClient } from "#db/client.ts";
import {
  clientConfig,
  closeDatabase,
  database,
  isDatabaseLost,
  isDatabaseThere,
} from "#db/index.ts";
import { clusterOf } from "#db/primary.ts";
import { requireSuitable } from "#db/requirements.ts";
import { listenForChanges } from "#lib/core/transaction/listen.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { expect } from "#tests/support/expect.ts";
import { cli } from "#tests/support/server/cli.ts";
import { signalDatabase } from "#tests/support/server/embedded.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { overTcp, queryOnce, run } from "#tests/support/server/run.ts";
import { type Standby, startStandby } from "#tests/support/server/standby.ts";

test.skip(process.platform === "win32", "nothing can be stopped there by a signal");

let dataDir: string;
let primary: Embedded;
let standby: Standby;
let usual: string | undefined;

const several = (...all: URL[]): string => {
  const [first] = all as [URL];
  const hosts = all.map(({ host }) => host).join();
  return `postgres://${first.username}:${first.password}@${hosts}${first.pathname}`;
};
const port = async () =>
  (await sql<{ port: string }>`select current_setting('port') as port`.execute(database())).rows[0]
    ?.port;
const write = (n: number) => sql`insert into written values (${n})`.execute(database());

test.beforeEach(async () => {
  dataDir = join(await mkdtemp(join(run().folder, "primary-")), "data");
  primary = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  await queryOnce(primary.url, "create table written (n integer)");
  standby = await startStandby(dataDir, primary.url);
  usual = env().DATABASE_URL;
  provideEnv({ DATABASE_URL: several(standby.url, overTcp(primary.url)) });
});

test.afterEach(async () => {
  await closeDatabase();
  provideEnv({ DATABASE_URL: usual });
  await signalDatabase(dataDir, "SIGCONT").catch(() => {});
  await primary.stop();
  await standby.stop();
});

for (const [signal, how] of [
  ["SIGKILL", "dies"],
  ["SIGSTOP", "hangs, a statement under way in it"],
] as const)
  test(`of several hosts the primary is used, and another one when it ${how}`, async () => {
    await requireSuitable();
    expect(await port()).toBe(overTcp(primary.url).port);
    await write(1);
    let heard = 0;
    const stopListening = await listenForChanges({
      onChange: () => {},
      onHost: () => {},
      onUp: () => {
        heard += 1;
      },
      onDown: () => {},
    });
    expect(heard).toBe(1);
    await expect
      .poll(() => queryOnce(standby.url.href, "select n from written"))
      .toEqual([{ n: 1 }]);
    await signalDatabase(dataDir, signal);
    const lost = await write(2).catch((error) => error);
    expect(lost).toBeInstanceOf(Error);
    await standby.promote();
    await expect.poll(() => port().catch(() => "")).toBe(standby.url.port);
    await write(3);
    await expect.poll(() => heard).toBe(2);
    expect(await queryOnce(standby.url.href, "select n from written")).toEqual([
      { n: 1 },
      { n: 3 },
    ]);
    await stopListening();

    // Two that call themselves primaries: the one of before is not used again.
    if (signal === "SIGKILL") return;
    await signalDatabase(dataDir, "SIGCONT");
    const again = new DatabaseClient({
      ...clientConfig(),
      hosts: [overTcp(primary.url), standby.url],
    });
    await again.connect();
    expect(again.port).toBe(Number(standby.url.port));
    await again.end();
  });

test("a primary that takes no writes any more is left at once", async () => {
  await write(1);
  await expect.poll(() => queryOnce(standby.url.href, "select n from written")).toEqual([{ n: 1 }]);
  await standby.promote();
  await queryOnce(primary.url, "alter system set default_transaction_read_only = on");
  await queryOnce(primary.url, "select pg_reload_conf()");
  const lost: unknown[] = [];
  await expect
    .poll(() => write(2).then(port, (error) => lost.push(error) && null))
    .toBe(standby.url.port);
  expect(lost.every(isDatabaseLost)).toBe(true);
  expect(lost).toContainEqual(expect.objectContaining({ code: "25006" }));
});

test("a primary that was replaced and goes on answering is left soon", async () => {
  const { hosts = [], ...config } = clientConfig();
  clusterOf(config, hosts, 100);
  expect(await port()).toBe(overTcp(primary.url).port);
  await standby.promote();
  await expect.poll(() => port().catch(() => "")).toBe(standby.url.port);
});

test("a host that says nothing holds nobody up, and is not asked each time", async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  const url = overTcp(primary.url);
  url.port = String(await listenHere(silent));
  provideEnv({ DATABASE_URL: several(url, standby.url, overTcp(primary.url)) });
  const there: boolean[] = [];
  for (let times = 0; times < 4; times += 1) there.push(await isDatabaseThere());
  expect(there).toEqual([true, true, true, true]);
  await write(1);
  expect(asked).toBe(1);
  await closeDatabase();
  await shut(silent);
});

test("standbys alone are refused in one line, by one address or several", async () => {
  const alone = new DatabaseClient({
    ...clientConfig(),
    hosts: undefined,
    connectionString: standby.url.href,
  });
  await expect(alone.connect()).rejects.toThrow(/is a standby, which cannot write$/);
  for (const url of [standby.url.href, several(standby.url, standby.url)]) {
    const { code, stderr } = await cli(["migrate"], { DATABASE_URL: url });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: DATABASE_URL: [^\n]+ (is a standby, which cannot write|is a primary)\n$/,
      ),
    ]);
  }
});
