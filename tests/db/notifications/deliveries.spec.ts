import { sql } from "kysely";
import type { Keyset } from "#db/keyset.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listLog, readEventLog, readUpdateLogs } from "#lib/notifications/log/read.ts";
import type { LogFilter, Logged } from "#lib/notifications/log/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import { mintMessage, mintNews } from "#tests/support/db/ledger.ts";
import { expect, test } from "#tests/support/test.ts";

const nameOf = ({ kind, id }: Logged) => `${kind} ${id}`;

test("messages and webhooks stand in one log, narrowed by state, way, subject, person and day", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const now = wireNow();
  const service = await mintService(database, page.id);
  const times = { starts_at: now, ends_at: null };
  const incident = await mintIncident(database, page.id, {
    ...{ severity: "major", service_ids: [service], ...times },
  });
  const subject = `incident:${incident}`;
  const before = { subject: "incident:999999", inserted_at: later(now, -90_000) };
  const old = await mintNews(database, page.id, before);
  const news = await mintNews(database, page.id, { subject, inserted_at: later(now, -60) });
  const ada = await mintSubscription(database, page.id, { email: "ada@example.com" });
  const phone = { country_dial_code: "49", phone_number: "15112345678" };
  const bob = await mintSubscription(database, page.id, phone);
  const webhook_url = "https://chat.example.com/hooks/secret";
  const chat = await subscriber(database, page.id, { type: "slack", webhook_url });
  await mintMessage(database, page.id, old, ada, { state: "withdrawn", reason: "too late" });
  await mintMessage(database, page.id, news, ada);
  await mintMessage(database, page.id, news, bob, { channel: "sms", state: "quarantined" });
  await mintMessage(database, page.id, news, chat.id, { channel: "slack", state: "waiting" });
  const webhook = await mintWebhook(database, page.id);
  const call = await mintDelivery(database, page.id, webhook.id, { inserted_at: later(now, -30) });
  const list = async (filter: LogFilter) =>
    (await listLog(ctx, page, { limit: 9 }, filter)).rows.map((row) =>
      row.kind === "message" ? `${row.channel} ${row.state}` : `call ${row.id}`,
    );
  expect(await list({})).toEqual([
    ...[`call ${call}`, "slack waiting", "sms quarantined"],
    ...["email handed_over", "email withdrawn"],
  ]);
  expect(await list({ state: "handed_over" })).toEqual([`call ${call}`, "email handed_over"]);
  expect(await list({ channel: "webhooks" })).toEqual([`call ${call}`]);
  expect(await list({ webhook_id: webhook.id, state: "failed" })).toEqual([]);
  expect(await list({ channel: "subscribers" })).toHaveLength(4);
  expect(await list({ channel: "sms" })).toEqual(["sms quarantined"]);
  expect(await list({ subject })).toHaveLength(3);
  expect(await list({ event_id: news.id, state: "waiting" })).toEqual(["slack waiting"]);
  expect(await list({ subscription_id: ada })).toEqual(["email handed_over", "email withdrawn"]);
  expect(await list({ to: later(now, -3_600) })).toEqual(["email withdrawn"]);

  const { rows } = await listLog(ctx, page, { limit: 9 }, { subject });
  const addresses = rows.map((row) => row.kind === "message" && row.address);
  expect(addresses).toEqual(["chat.example.com/…", "+49 …5678", "ada@example.com"]);
  expect(JSON.stringify(rows)).not.toMatch(/secret|1511234/);
  expect(rows[0]?.told).toMatchObject({ subject, title: expect.any(String), severity: "major" });
  const counts = { planned: 3, handed_over: 1, quarantined: 1, withdrawn: 0, waiting: 1 };
  expect((await readEventLog(ctx, page, news.id))?.counts).toEqual(counts);
  expect([...(await readUpdateLogs(ctx, page, subject)).values()]).toEqual([
    { event_id: news.id, counts },
  ]);

  const stranger = (await mintOrganization(database)).page;
  expect((await listLog(ctx, stranger, { limit: 9 }, { event_id: news.id })).rows).toEqual([]);
  expect(await readEventLog(ctx, stranger, news.id)).toBeNull();
});

test("walking the log forth and back skips nothing and repeats nothing, however much is of one second", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const inserted_at = wireNow();
  const webhook = await mintWebhook(database, page.id);
  for (const second of [0, 1]) {
    const at = later(inserted_at, -second);
    const news = await mintNews(database, page.id, { inserted_at: at });
    for (const state of ["handed_over", "withdrawn", "quarantined"] as const)
      for (const channel of ["email", "sms"] as const)
        await mintMessage(database, page.id, news, await mintSubscription(database, page.id), {
          ...{ state, channel },
        });
    for (let count = 0; count < 3; count += 1)
      await mintDelivery(database, page.id, webhook.id, { inserted_at: at });
  }
  const whole = (await listLog(ctx, page, { limit: 99 }, {})).rows.map(nameOf);
  expect(new Set(whole).size).toBe(18);
  const walked: string[] = [];
  let before: Keyset | null = null;
  for (let after: Keyset | null | undefined; after !== null; ) {
    const slice = { limit: 4, ...(after && { after }) };
    const { rows, next, previous } = await listLog(ctx, page, slice, {});
    walked.push(...rows.map(nameOf));
    after = next;
    before = previous;
  }
  expect(walked).toEqual(whole);
  const back: string[] = [];
  while (before) {
    const { rows, previous } = await listLog(ctx, page, { limit: 4, before }, {});
    back.unshift(...rows.map(nameOf));
    before = previous;
  }
  expect(back).toEqual(whole.slice(0, back.length));
  expect(back.length).toBeGreaterThan(12);
});

test("a screen of the log looks at few rows, however many there are and whatever it is narrowed to", async ({
  database,
  organization: { page },
}) => {
  const ctx = systemContext(database, "test");
  const subscription = await mintSubscription(database, page.id);
  const news = await mintNews(database, page.id);
  await mintMessage(database, page.id, news, subscription, { state: "withdrawn" });
  const many = await mintNews(database, page.id);
  await sql`
    insert into notifications (status_page_id, event_id, subscription_id, subject, channel, state,
      attempts, inserted_at)
    select ${page.id}, ${many.id}, ${subscription} + n, 'incident:1', 'email', 'handed_over', 1,
      ${many.inserted_at}::timestamptz
    from generate_series(1, 30000) as n`.execute(database);
  await sql`analyze notifications`.execute(database);
  const filters: LogFilter[] = [
    {},
    { state: "withdrawn" },
    { channel: "sms" },
    { event_id: news.id },
  ];
  for (const filter of filters) {
    const looked = await database.transaction().execute(async (trx) => {
      await listLog({ ...ctx, db: trx }, page, { limit: 20 }, filter);
      const { rows } = await sql<{ looked: number }>`
        select coalesce(sum(pg_stat_get_xact_tuples_returned(relid)
          + pg_stat_get_xact_tuples_fetched(relid)), 0)::integer as looked
        from pg_partition_tree('notifications') where isleaf`.execute(trx);
      return rows[0]?.looked ?? 0;
    });
    expect(looked, JSON.stringify(filter)).toBeLessThan(200);
  }
});
