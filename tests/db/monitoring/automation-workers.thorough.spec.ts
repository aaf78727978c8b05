import type { ChildProcess } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { test as base } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { resumeVerdicts } from "#lib/monitoring/automation/resume-verdicts.ts";
import { provideEnv, env as settings } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { watchedPage } from "#tests/support/data/monitored.ts";
import { expect } from "#tests/support/expect.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase } from "#tests/support/server/run.ts";

type Way = "up" | "failing" | "gone";

/** A server whose paths fail as they are told, and the address that tells whether a network is there. */
class Flapping {
  readonly ways = new Map<string, Way>();
  /** Paths of which the next request is lost. */
  readonly losing = new Set<string>();
  readonly #answer: RequestListener = ({ url = "", socket }, response) => {
    const way = this.ways.get(url) ?? "up";
    if (way === "gone" || this.losing.delete(url)) socket.destroy();
    else response.writeHead(way === "up" ? 200 : 503).end();
  };
  readonly #server = createServer(this.#answer);
  readonly #egress = createTcpServer((socket) => socket.destroy());
  port = 0;
  egress_port = 0;

  async open(): Promise<void> {
    this.port = await listenHere(this.#server);
    await this.reconnect();
  }
  at(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }
  /** The network of whoever checks is there again. */
  async reconnect(): Promise<void> {
    this.egress_port = await listenHere(this.#egress, this.egress_port);
  }
  async disconnect(): Promise<void> {
    await shut(this.#egress);
  }
  async close(): Promise<void> {
    await Promise.all([shut(this.#server), shut(this.#egress)]);
  }
}

type World = { page: Awaited<ReturnType<typeof watchedPage>>; flapping: Flapping };
type Fixtures = { world: World; workers: ChildProcess[] };

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
  world: async ({}, use) => {
    const name = await cloneDatabase();
    provideEnv({ DATABASE_URL: addressOfDatabase(name), APP_SECRET });
    await installJobs();
    const flapping = new Flapping();
    await flapping.open();
    await use({ page: await watchedPage(database()), flapping });
    await flapping.close();
    await closeDatabase();
    await dropDatabase(name);
  },
  workers: async ({ world }, use) => {
    const env = {
      DATABASE_URL: settings().DATABASE_URL ?? "",
      APP_SECRET,
      ALLOW_PRIVATE_TARGETS: "1",
      CHECK_INTERVAL_S: "1",
      EGRESS_CHECK_TARGETS: `tcp://127.0.0.1:${world.flapping.egress_port}`,
      LOG_LEVEL: "silent",
    };
    const start = () => startProgram(["worker"], env);
    const workers = [start(), start()];
    await use(workers);
    await Promise.all(workers.map((worker) => endProgram(worker, "SIGTERM")));
  },
});

/** Services checked at the paths of their names. */
async function watchAll({ page, flapping }: World, names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push(await page.watch(name, { ping_url: flapping.at(`/${name}`) }));
  return ids;
}

async function isAll(ids: number[], is_up: boolean): Promise<boolean> {
  const rows = await database()
    .selectFrom("services")
    .select("id")
    .where("id", "in", ids)
    .where("is_up", "=", is_up)
    .execute();
  return rows.length === ids.length;
}

test("with workers and a server that flaps, each outage has one incident, and none comes of a lost request or of our own network", async ({
  world,
  workers,
}) => {
  expect(workers).toHaveLength(2);
  const { page, flapping } = world;
  const names = ["a", "b", "c", "d"];
  const ids = await watchAll(world, names);
  await expect.poll(() => isAll(ids, true)).toBe(true);

  await flapping.disconnect();
  for (const name of names) flapping.ways.set(`/${name}`, "gone");
  const noData = async () =>
    (
      await database()
        .selectFrom("check_results")
        .select("service_id")
        .distinct()
        .where("outcome", "=", "none")
        .execute()
    ).length;
  await expect.poll(noData).toBe(names.length);
  await flapping.reconnect();
  flapping.ways.clear();
  flapping.losing.add("/a");
  await expect.poll(() => flapping.losing.size).toBe(0);

  flapping.ways.set("/b", "failing");
  await expect.poll(() => page.incidents()).toMatchObject([{ ends_at: null }]);
  flapping.ways.clear();
  await expect.poll(() => isAll(ids, true)).toBe(true);
  flapping.ways.set("/b", "failing");
  await expect.poll(async () => (await page.incidents()).length).toBe(2);
  flapping.ways.clear();
  const ended = async () => (await page.incidents()).filter(({ ends_at }) => ends_at !== null);
  await expect.poll(async () => (await ended()).length).toBe(2);
  expect((await page.incidents()).map(({ service_ids }) => service_ids)).toEqual([
    [ids[1]],
    [ids[1]],
  ]);
});

test("with two workers and kill -9 of one, no outage gets a second incident and none goes without", async ({
  world,
  workers,
}) => {
  const { page, flapping } = world;
  const names = Array.from({ length: 12 }, (_, number) => `s${number}`);
  const ids = await watchAll(world, names);
  await expect.poll(() => isAll(ids, true)).toBe(true);
  for (const name of names) flapping.ways.set(`/${name}`, "failing");
  await expect.poll(async () => (await page.incidents()).length).toBeGreaterThan(0);
  workers[0]?.kill("SIGKILL");
  const affected = async () => {
    // As comes by itself each minute: for jobs that the dead one had begun.
    await resumeVerdicts();
    return (await page.incidents()).flatMap(({ service_ids }) => service_ids);
  };
  await expect.poll(async () => (await affected()).sort()).toEqual(ids.toSorted());
  flapping.ways.clear();
  const open = async () => {
    await resumeVerdicts();
    return (await page.incidents()).filter(({ ends_at }) => ends_at === null);
  };
  await expect.poll(open).toEqual([]);
  expect((await affected()).sort()).toEqual(ids.toSorted());
});
