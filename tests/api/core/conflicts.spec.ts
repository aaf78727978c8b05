import { sql } from "kysely";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { expect, test } from "#tests/support/test.ts";

// A server of this file's own, whose connections look for deadlocks late enough to provoke one.
test.use({ serverEnv: { LOG_LEVEL: "fatal" } });

test.beforeAll(async ({ database, databaseUrl }) => {
  const name = sql.id(new URL(databaseUrl).pathname.slice(1));
  await sql`alter database ${name} set deadlock_timeout = '3s'`.execute(database);
});

test("a deadlock that the server loses reaches no client, and what was asked for is done once", async ({
  api,
  database,
  organization,
  service,
}) => {
  const { id, subdomain } = organization.page;
  const { id: webhook } = await mintWebhook(database, id, { enabled: true });
  const path = `/status_pages/${subdomain}/incidents`;
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const headers = { "idempotency-key": "once" };
  const post = () => api.post(path, { incident }, { headers });
  const posted = await database.transaction().execute(async (trx) => {
    await sql`set local deadlock_timeout = '60s'`.execute(trx);
    await sql`select from webhooks where id = ${webhook} for update`.execute(trx);
    const answer = post();
    await untilWaiting(database);
    await sql`select from status_pages where id = ${id} for update`.execute(trx);
    return { answer };
  });
  const first = await posted.answer;
  expect([first.status, first.text]).toEqual([201, expect.any(String)]);
  expect((await post()).text).toBe(first.text);
  const list = (await api.get(path)).json<{ incidents: unknown[]; meta: object }>();
  expect([list.incidents.length, list.meta]).toEqual([1, { total_count: 1 }]);
});

test("what cannot be done for conflicts is said to be unavailable, not to be an error", async ({
  api,
  database,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  await sql`create function lose() returns trigger language plpgsql as $$
    begin raise exception using errcode = '40001'; end $$`.execute(database);
  await sql`create trigger lose before insert on services for each row
    when (new.name = 'Loser') execute function lose()`.execute(database);
  const answer = await api.post(path, { service: { name: "Loser" } });
  expect([answer.status, answer.json()]).toEqual([503, { error: "Service unavailable" }]);
  expect(answer.headers["retry-after"]).toBe("1");
  await sql`drop trigger lose on services; drop function lose`.execute(database);
});
