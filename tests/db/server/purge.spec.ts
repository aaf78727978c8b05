import type { Db } from "#db/index.ts";
import { readFindings } from "#lib/api/findings/read.ts";
import { systemContext } from "#lib/core/request/context.ts";
import type { Withdrawn } from "#lib/core/transaction/announce.ts";
import { notifyPageChanged } from "#lib/core/transaction/queries.ts";
import { notifyOperators } from "#lib/monitoring/warnings/watch-checks.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { prunePurges } from "#lib/server/purge/prune-purges.ts";
import { purgeDue, watchPurging } from "#lib/server/purge/run-purges.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { expect, test } from "#tests/support/test.ts";

const before = { ...process.env };

const UNTRIED = { probed_at: null, succeeded_at: null, paused_until: null };

test.beforeEach(async ({ database }) => {
  await database.deleteFrom("edge_purges").execute();
  await database.updateTable("edge_purging").set(UNTRIED).execute();
});

test.afterEach(() => {
  process.env = { ...before };
  provideEnv({});
});

function configure(CDN_PURGE: string, { port }: Receiver, more: Record<string, string> = {}): void {
  const hosts = ["api.fastly.com", "api.cloudflare.com", "api.bunny.net"];
  const PROVIDER_URLS = hosts.map((host) => `${host}=http://127.0.0.1:${port}`).join();
  Object.assign(process.env, { CDN_PURGE, CDN_PURGE_TOKEN: "sesame-open", PROVIDER_URLS, ...more });
  provideEnv({});
}

async function change(db: Db, page: number, withdrawn: Withdrawn = "nothing"): Promise<void> {
  await db.transaction().execute((trx) => notifyPageChanged(trx, page, { withdrawn }));
}

/** As if the time for the next attempt had come. */
async function makeDue(db: Db): Promise<void> {
  await db.updateTable("edge_purges").set({ due_at: "2026-11-01T00:00:00" }).execute();
  await db.updateTable("edge_purging").set({ paused_until: null }).execute();
}

async function waiting(db: Db): Promise<number> {
  return (await db.selectFrom("edge_purges").select("id").execute()).length;
}

/** Whether the fronts are told that purges reach the CDN. */
async function isConfirmed(): Promise<boolean> {
  const stop = new AbortController();
  let isReported = false;
  setImmediate(() => stop.abort());
  await watchPurging(stop.signal, () => {
    isReported = true;
  });
  return isReported;
}

const token = "sesame-open";
const CDNS = [
  {
    cdn: () => "fastly:SU1Z",
    soft: {
      ...{ method: "POST", path: "/service/SU1Z/purge", body: '{"surrogate_keys":["page:7"]}' },
      headers: { "fastly-key": token, "fastly-soft-purge": "1" },
    },
    hard: { headers: expect.not.objectContaining({ "fastly-soft-purge": "1" }) },
  },
  {
    cdn: () => "cloudflare:023e",
    soft: {
      ...{ method: "POST", path: "/client/v4/zones/023e/invalidate_cache" },
      ...{ body: '{"tags":["page:7"]}', headers: { authorization: `Bearer ${token}` } },
    },
    hard: { path: "/client/v4/zones/023e/purge_cache", body: '{"tags":["page:7"]}' },
  },
  {
    cdn: () => "bunny:4711",
    soft: {
      ...{ method: "POST", path: "/pullzone/4711/purgeCache", body: '{"CacheTag":"page:7"}' },
      headers: { accesskey: token },
    },
    hard: { body: '{"CacheTag":"page:7"}' },
  },
  {
    cdn: ({ port }: Receiver) => `varnish:http://127.0.0.1:${port}/`,
    soft: { method: "PURGE", path: "/", headers: { "xkey-softpurge": "page:7" } },
    hard: { method: "PURGE", headers: { "xkey-purge": "page:7" } },
  },
];

for (const { cdn, soft, hard } of CDNS) {
  const name = cdn({ port: 80 } as Receiver).split(":")[0];
  const keeps = name === "bunny" ? "removes" : "keeps for outages";
  test(`${name} ${keeps} what changed, and removes what was withdrawn`, async ({
    database,
    receiver,
  }) => {
    receiver.answer = 200;
    configure(cdn(receiver), receiver);
    await change(database, 7);
    await change(database, 7);
    await purgeDue(database);
    expect(receiver.received).toMatchObject([soft]);
    await change(database, 7, "content");
    await change(database, 7);
    await purgeDue(database);
    expect(receiver.received.slice(1)).toMatchObject([hard]);
    expect(await waiting(database)).toBe(2);
    await makeDue(database);
    await purgeDue(database);
    expect([receiver.received.length, await waiting(database)]).toEqual([3, 0]);
  });
}

test("a purge that fails is retried until it succeeds; until then no copy is kept longer", async ({
  database,
  receiver,
}) => {
  configure("cloudflare:023e", receiver);
  expect(await isConfirmed()).toBe(false);
  receiver.answer = 200;
  await purgeDue(database);
  expect(receiver.received.map(({ body }) => body)).toEqual(['{"tags":["page:0"]}']);
  expect(await isConfirmed()).toBe(true);
  receiver.answer = (response) => response.writeHead(429, { "retry-after": "40" }).end("slow down");
  await change(database, 7);
  await purgeDue(database);
  const [asked] = await database.selectFrom("edge_purges").selectAll().execute();
  const pause_ms = Date.parse(`${asked?.due_at}Z`) - Date.now();
  expect(pause_ms).toBeGreaterThan(30_000);
  await database.updateTable("edge_purges").set({ asked_at: "2026-11-01T00:00:00" }).execute();
  expect(await isConfirmed()).toBe(false);
  // Neither are new changes told before, nor does their number matter.
  for (const withdrawn of ["nothing", "content", "nothing"] as const)
    await change(database, 7, withdrawn);
  await database.updateTable("edge_purging").set({ probed_at: null }).execute();
  await purgeDue(database);
  expect(receiver.received.length).toBe(2);
  await makeDue(database);
  await purgeDue(database);
  expect([receiver.received.length, await waiting(database)]).toEqual([3, 1]);
  receiver.answer = 200;
  await makeDue(database);
  await purgeDue(database);
  expect(receiver.received.at(-1)?.body).toBe('{"tags":["page:7"]}');
  expect(await isConfirmed()).toBe(true);
});

test("a question that fails holds up purges for a second, not for a minute", async ({
  database,
  receiver,
}) => {
  configure("fastly:SU1Z", receiver);
  receiver.answer = 500;
  await purgeDue(database);
  const [state] = await database.selectFrom("edge_purging").select("paused_until").execute();
  expect(Date.parse(`${state?.paused_until}Z`) - Date.now()).toBeLessThanOrEqual(1_000);
  await database.updateTable("edge_purging").set({ paused_until: null }).execute();
  receiver.answer = 200;
  await change(database, 7);
  await purgeDue(database);
  expect(receiver.received.at(-1)?.body).toContain("page:7");
});

test("who commits nothing purges nothing, and several workers purge each change once", async ({
  database,
  receiver,
}) => {
  receiver.answer = 200;
  configure("fastly:SU1Z", receiver);
  await database
    .transaction()
    .execute(async (trx) => {
      await notifyPageChanged(trx, 7);
      throw new Error("rolled back");
    })
    .catch(() => {});
  for (const page of [8, 9]) await change(database, page);
  await Promise.all([1, 2, 3].map(() => purgeDue(database)));
  const keys = receiver.received.flatMap(({ body }) => JSON.parse(body).surrogate_keys);
  expect(keys.filter((key) => key !== "page:0").sort()).toEqual(["page:8", "page:9"]);
});

test("what no worker told a CDN for two days is forgotten", async ({ database, receiver }) => {
  configure("fastly:SU1Z", receiver);
  await change(database, 7);
  await database.updateTable("edge_purges").set({ asked_at: "2026-11-01T00:00:00" }).execute();
  await change(database, 8);
  await prunePurges();
  const left = await database.selectFrom("edge_purges").select("status_page_id").execute();
  expect(left).toEqual([{ status_page_id: 8 }]);
});

test("purges that fail for long are a finding with the reason, not the words of the CDN, and a letter", async ({
  database,
  organization: { page },
  receiver,
}) => {
  configure("fastly:SU1Z", receiver, { OPERATOR_EMAIL: "operator@example.com" });
  receiver.answer = (response) => response.writeHead(403).end(`no such key: ${token}`);
  await change(database, page.id);
  await purgeDue(database);
  const ctx = systemContext(database, "test");
  const findings = async () =>
    (await readFindings(ctx, page)).filter(({ kind }) => kind === "cdn_purge_failing");
  expect(await findings()).toEqual([]);
  await database.updateTable("edge_purges").set({ asked_at: "2026-11-01T00:00:00" }).execute();
  expect(await findings()).toMatchObject([{ urgency: "error", detail: "token_refused" }]);
  await database.updateTable("edge_purging").set({ error: "10.0.0.5: words" }).execute();
  expect(await findings()).toMatchObject([{ detail: "unknown" }]);
  expect(await notifyOperators(database)).toHaveLength(1);
  receiver.answer = 200;
  await makeDue(database);
  await purgeDue(database);
  expect(await findings()).toEqual([]);
  expect(await notifyOperators(database)).toEqual([]);
});
