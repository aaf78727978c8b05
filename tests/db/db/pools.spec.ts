import pg from "pg";
import { clientConfig, openPool } from "#db/index.ts";
import { type Capacity, capacityOf, QUEUES, sizeOf } from "#db/pools.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import type { JobPool } from "#lib/server/worker/registry.ts";
import { expect, test } from "#tests/support/test.ts";

const USUAL = { available: 97, of_node: 0, nodes: 1, apps: 1, works: true };

/** What all pools of a node may open, its supervisor's connections included. */
function allOf(capacity: Capacity): number {
  const { apps, works } = capacity;
  const worker = works ? sizeOf("jobs", capacity) + QUEUES * sizeOf("queue", capacity) : 0;
  return 6 + apps * sizeOf("app", capacity) + worker;
}

// A lane more does not compile until it stands here.
const LANES = { inner: true, outgoing: true, messages: true } satisfies Record<JobPool, true>;

test("each lane of the worker has its queue counted", () => {
  expect(QUEUES).toBe(Object.keys(LANES).length);
});

test("what a PostgreSQL allows by default is enough for one node at its full size, or for five", () => {
  expect(sizeOf("app", USUAL)).toBe(16);
  expect([sizeOf("jobs", USUAL), sizeOf("queue", USUAL)]).toEqual([10, 5]);
  for (const nodes of [1, 2, 3, 4, 5])
    expect(nodes * allOf({ ...USUAL, nodes })).toBeLessThanOrEqual(92);
});

test("whatever is available, all nodes together stay within it, as long as each has seventeen", () => {
  for (const available of [30, 97, 200, 1_000])
    for (const apps of [1, 2, 4])
      for (const nodes of [1, 2, 5, 10]) {
        const capacity = { ...USUAL, available, apps, nodes };
        const share = Math.floor((available - 5) / nodes);
        if (share >= 14 + 3 * apps)
          expect(nodes * allOf(capacity)).toBeLessThanOrEqual(available - 5);
        expect(sizeOf("app", capacity)).toBeGreaterThanOrEqual(3);
        expect(sizeOf("queue", capacity)).toBeGreaterThanOrEqual(2);
      }
});

test("a number that is set takes the place of the share", () => {
  for (const of_node of [17, 24, 60])
    expect(allOf({ ...USUAL, of_node, nodes: 9 })).toBeLessThanOrEqual(of_node);
  expect(sizeOf("app", { ...USUAL, of_node: 15, works: false })).toBe(9);
});

test("a worker that runs apart has as many connections for jobs as one within a server", () => {
  const apart = { ...USUAL, works: false };
  for (const purpose of ["jobs", "queue"] as const)
    expect(sizeOf(purpose, apart)).toBe(sizeOf(purpose, USUAL));
  for (const nodes of [1, 2, 3, 4, 5]) {
    const capacity = { ...apart, nodes };
    const worker = sizeOf("jobs", capacity) + QUEUES * sizeOf("queue", capacity);
    expect(nodes * (6 + worker)).toBeLessThanOrEqual(92);
    expect(sizeOf("jobs", capacity)).toBeGreaterThanOrEqual(sizeOf("jobs", { ...USUAL, nodes }));
  }
});

test("a pool asks the database how much it may open, and opens no more", async ({
  database: _,
}) => {
  const client = new pg.Client(clientConfig());
  await client.connect();
  const { rows } = await client.query("show max_connections");
  const capacity = await capacityOf(client);
  expect(capacity.available).toBeLessThan(Number(rows[0].max_connections));
  provideEnv({ DATABASE_CONNECTIONS: "15" });
  const name = "allclear-pools";
  const pool = openPool({ ...clientConfig(), application_name: name }, "app");
  try {
    const most = sizeOf("app", await capacityOf(client));
    await pool.query("select 1");
    const all = Array.from({ length: 40 }, () => pool.query("select pg_sleep(0.05)"));
    const counts: number[] = [];
    let isOver = false;
    void Promise.all(all).then(() => {
      isOver = true;
    });
    while (!isOver) {
      const found = await client.query(
        "select count(*) from pg_stat_activity where application_name = $1",
        [name],
      );
      counts.push(Number(found.rows[0].count));
    }
    expect(most).toBe(3);
    expect(Math.max(...counts)).toBe(most);
  } finally {
    provideEnv({ DATABASE_CONNECTIONS: "0" });
    await pool.end();
    await client.end();
  }
});
