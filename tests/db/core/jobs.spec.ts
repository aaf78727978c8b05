import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "#db/index.ts";
import { enqueue, type JobName } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createIncident } from "#lib/incidents/create.ts";
import type { CreateIncident } from "#lib/incidents/schema.ts";
import { MAX_WEBHOOKS } from "#lib/notifications/webhooks/schema.ts";
import { installJobs, startWorker } from "#lib/server/worker/worker.ts";
import {
  type MintedPage,
  mintOrganization,
  mintPage,
  mintService,
} from "#tests/support/data/mint.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

const PAGES = 10;
/** Attempts, and as many again that have had no answer for a second. */
const PER_ORGANIZATION = 64 + 64;

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

async function countJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where task_identifier = 'prune-idempotency-keys'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

test("a job is ordered with the change that needs it, or not at all", async ({ database }) => {
  await installJobs();
  const refused = database.transaction().execute(async (trx) => {
    await enqueue(trx, "prune-idempotency-keys", {});
    throw new Error("the change failed");
  });
  await expect(refused).rejects.toThrow("the change failed");
  expect(await countJobs(database)).toBe(0);
  await database.transaction().execute((trx) => enqueue(trx, "prune-idempotency-keys", {}));
  expect(await countJobs(database)).toBe(1);
  await sql`delete from graphile_worker._private_jobs`.execute(database);
});

test("the worker forgets idempotency keys after a day, and keeps younger ones", async ({
  database,
}) => {
  await installJobs();
  const { keys } = await mintOrganization(database);
  expect(keys.admin).toBeTruthy();
  const { id } = await database
    .selectFrom("api_keys")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const row = (key: string, hours: number) => ({
    api_key_id: id,
    key,
    request_hash: Buffer.alloc(32),
    status: 201,
    body: "{}",
    inserted_at: sql<string>`now() - make_interval(hours => ${hours})`,
  });
  await database
    .insertInto("idempotency_keys")
    .values([row("old", 25), row("young", 23)])
    .execute();
  await database.transaction().execute((trx) => enqueue(trx, "prune-idempotency-keys", {}));
  const worker = startWorker();
  const left = () =>
    database.selectFrom("idempotency_keys").select("key").where("api_key_id", "=", id).execute();
  await expect.poll(left).toEqual([{ key: "young" }]);
  await worker.stop();
});

// Two jobs cannot be recorded while a third one runs, which then fails.
const REFUSE = `
  create sequence refusals;
  create function refuse() returns trigger language plpgsql as $$ begin
    perform pg_sleep(0.5), nextval('refusals'); raise 'not recorded'; end $$;
  create function hang() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(51); raise 'failed'; end $$;
  create trigger refuse before delete on graphile_worker._private_jobs
    for each row execute function refuse();
  create trigger hang before delete on idempotency_keys execute function hang();
  select pg_advisory_lock(51)`;

test("a worker that could not record outcomes begins anew, and stops", async ({
  database,
  databaseUrl,
}) => {
  await installJobs();
  const other = new pg.Client(databaseUrl);
  await other.connect();
  await other.query(REFUSE);
  const order = (...names: JobName[]) =>
    database.transaction().execute(async (trx) => {
      for (const name of names) await enqueue(trx, name, {} as never);
    });
  await order("prune-idempotency-keys", "prune-throttles", "prune-sign-in-codes");
  const worker = startWorker();
  const refusals = async () => (await other.query("select last_value from refusals")).rows;
  await expect.poll(refusals, { timeout: 20_000 }).toEqual([{ last_value: "2" }]);
  await other.query("drop function refuse cascade; select pg_advisory_unlock(51)");
  await other.query("drop function hang cascade; drop sequence refusals");
  await order("prune-metric-hours");
  const left = () =>
    other.query("select from graphile_worker.jobs where task_identifier = 'prune-metric-hours'");
  await expect.poll(left, { timeout: 20_000 }).toMatchObject({ rowCount: 0 });
  await worker.stop();
  await other.end();
  await sql`delete from graphile_worker._private_jobs`.execute(database);
});

test("receivers that do not answer hold up no other job", async ({ database, receiver }) => {
  const { page } = await mintOrganization(database);
  const webhooks = await Promise.all(
    Array.from({ length: 6 }, () => mintWebhook(database, page.id, { url: receiver.url })),
  );
  const old = await mintDelivery(database, page.id, webhooks[0]?.id ?? 0, {
    inserted_at: "2020-01-01T00:00:00",
  });
  const service_ids = [await mintService(database, page.id)];
  receiver.answer = () => {};
  await createIncident(systemContext(database, "test"), page, {
    title: "Down",
    type: "major",
    service_ids,
  } as CreateIncident);
  const worker = startWorker();
  await receiver.nth(6);
  await database.transaction().execute((trx) => enqueue(trx, "prune-webhook-deliveries", {}));
  const left = () =>
    database.selectFrom("webhook_deliveries").select("id").where("id", "=", old).execute();
  await expect.poll(left).toEqual([]);
  receiver.hangUp();
  await worker.stop();
  await sql`delete from graphile_worker._private_jobs`.execute(database);
});

async function report(db: Db, page: MintedPage): Promise<void> {
  const service_ids = [await mintService(db, page.id)];
  const input = { title: "Down", type: "major", service_ids } as CreateIncident;
  await createIncident(systemContext(db, "test"), page, input);
}

test("500 receivers of one organization that hang hold up no other organization's delivery, and all is delivered once they answer", async ({
  database,
  receiver,
}) => {
  const hanging: ServerResponse[] = [];
  receiver.answer = (response) => {
    if (response.req.url === "/hanging") hanging.push(response);
    else response.writeHead(204).end();
  };
  const address = (name: string) => `http://${name}.localhost:${receiver.port}`;
  const [one, other] = await Promise.all([mintOrganization(database), mintOrganization(database)]);
  const worker = startWorker();
  for (let n = 0; n < PAGES; n++) {
    const page = await mintPage(database, one.id);
    for (let m = 0; m < MAX_WEBHOOKS; m++)
      await mintWebhook(database, page.id, { url: `${address(`r${n}-${m}`)}/hanging` });
    await report(database, page);
  }
  await mintWebhook(database, other.page.id, { url: `${address("other")}/answered` });
  await report(database, other.page);
  await expect
    .poll(() => receiver.received.filter(({ path }) => path === "/answered").length)
    .toBe(1);
  expect(hanging.filter(({ destroyed }) => destroyed)).toEqual([]);
  expect(hanging.length).toBeLessThanOrEqual(PER_ORGANIZATION);

  receiver.answer = 204;
  for (const response of hanging) response.writeHead(204).end();
  await expect
    .poll(() => receiver.received.length, { timeout: 60_000 })
    .toBe(PAGES * MAX_WEBHOOKS + 1);
  await worker.stop();
});
