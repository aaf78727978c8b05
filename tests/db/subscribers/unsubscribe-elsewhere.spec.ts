import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { Moving } from "#lib/core/moves/move.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";
import { unsubscribeElsewhere } from "#lib/subscribers/sign-up/unsubscribe-elsewhere.ts";
import { subscriptionsOf } from "#tests/support/data/subscribers.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import { holdOrganization } from "#tests/support/db/held.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

let jobs = 0;

async function payloadOf(db: Db) {
  const { rows } = await sql<{ payload: { subdomain: string; token_sealed: string } }>`
    select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'unsubscribe-elsewhere' order by job.id desc`.execute(db);
  jobs = rows.length;
  return rows[0]?.payload ?? { subdomain: "", token_sealed: "" };
}

test("who unsubscribes while the organization is moved is unsubscribed where it then is", async ({
  database,
  organization,
  receiver,
}) => {
  const { id, page } = organization;
  const [one, other] = [
    await insertLinked(database, page.id, []),
    await insertLinked(database, page.id, []),
  ];
  const ctx = { ...requestContext(), db: database };
  const { subdomain } = page;
  await holdOrganization(database, id, { moving_at: wireNow() });
  await unsubscribe(ctx, { subdomain, token: one.token });
  const payload = await payloadOf(database);
  expect(payload.token_sealed).not.toContain(one.token);
  await expect(unsubscribeElsewhere(payload)).rejects.toThrow(Moving);
  expect(await subscriptionsOf(database, page.id)).toHaveLength(2);
  await holdOrganization(database, id, {});
  await unsubscribeElsewhere(payload);
  await unsubscribeElsewhere(payload);
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
  const moved_to = new URL(receiver.url).origin;
  await holdOrganization(database, id, { moving_at: wireNow(), moved_to });
  const former = `former-of-${subdomain}`;
  const address = { name: former, kind: "subdomain", status_page_id: page.id };
  const redirects_until = "2099-01-01T00:00:00";
  await database
    .insertInto("addresses")
    .values({ ...address, redirects_until })
    .execute();
  for (const name of [former, subdomain, former])
    await unsubscribe(ctx, { subdomain: name, token: other.token });
  receiver.answer = 500;
  const forwarded = await payloadOf(database);
  expect(jobs).toBe(2);
  await expect(unsubscribeElsewhere(forwarded)).rejects.toThrow("500");
  receiver.answer = 200;
  await unsubscribeElsewhere(forwarded);
  const { method, path } = await receiver.nth(2);
  expect([method, path]).toEqual(["POST", `/s/${subdomain}/unsubscribe/${other.token}`]);
});
