import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { previewAudience, readAudience } from "#lib/notifications/audience/audience.ts";
import { wireNow } from "#lib/platform/clock.ts";
import type { SubscriptionFilter } from "#lib/subscribers/schema.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Wanted = {
  type?: SubscriptionType;
  filter?: SubscriptionFilter;
  incident_id?: number;
  incident_types?: string[];
  service?: number;
  group?: number;
  unconfirmed?: true;
};

let made = 0;

async function subscribe(db: Db, status_page_id: number, wanted: Wanted): Promise<void> {
  const { type = "email", filter = "all", service, group, unconfirmed, ...rest } = wanted;
  made += 1;
  const address = type === "email" ? { email: `a${made}@example.com` } : {};
  const webhook_url = type === "email" ? null : `https://example.com/${made}`;
  const confirmed_at = unconfirmed ? null : wireNow();
  const { id: subscription_id } = await db
    .insertInto("subscriptions")
    .values({ status_page_id, type, filter, webhook_url, confirmed_at, ...address, ...rest })
    .returning("id")
    .executeTakeFirstOrThrow();
  const link = { status_page_id, subscription_id };
  if (service)
    await db
      .insertInto("subscription_services")
      .values({ ...link, service_id: service })
      .execute();
  if (group)
    await db
      .insertInto("subscription_group_members")
      .values({ ...link, subscription_group_id: group })
      .execute();
}

function running(service: number) {
  return {
    severity: "minor" as const,
    starts_at: wireNow(),
    ends_at: null,
    service_ids: [service],
  };
}

test("an audience is who asked for everything, the incident, its type, or a service of it or above it", async ({
  database,
  organization: { page },
  service,
}) => {
  const ctx = systemContext(database, "test");
  const child = await mintService(database, page.id, { parent_id: service });
  const other = await mintService(database, page.id);
  const incident = await mintIncident(database, page.id, running(child));
  const another = await mintIncident(database, page.id, running(other));
  const { id: group } = await database
    .insertInto("subscription_groups")
    .values({ status_page_id: page.id, name: "Partners" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const wanted: Wanted[] = [
    {},
    { group },
    { unconfirmed: true },
    { type: "slack" },
    { filter: "incident", incident_id: incident },
    { filter: "incident", incident_id: another },
    { filter: "incident_types", incident_types: ["major", "minor"] },
    { filter: "incident_types", incident_types: ["major"] },
    { filter: "services", service },
    { filter: "services", service: child, type: "webhook" },
    { filter: "services", service: other },
    { type: "sms" },
  ];
  for (const each of wanted) await subscribe(database, page.id, each);
  const target = { subdomain: page.subdomain, incident_id: incident };
  const rest = { quarantined_count: 0, segments: null, seconds: null };
  const channels = [
    { type: "email", count: 5, ...rest },
    { type: "slack", count: 1, ...rest },
    { type: "webhook", count: 1, ...rest },
  ];
  const none = { quarantined_count: 0, seconds: null };
  expect(await readAudience(ctx, target)).toEqual({ total_count: 7, ...none, channels });
  const members = await readAudience(ctx, target, { subscription_group_ids: [group] });
  const one = [{ type: "email", count: 1, ...rest }];
  expect(members).toEqual({ total_count: 1, ...none, channels: one });
  const planned = { type: "major", service_ids: [other] };
  expect(await previewAudience(ctx, page, planned)).toMatchObject({ total_count: 6 });
});

test("nobody hears of what affects only private services, or by a channel that is switched off", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const settings = { chat_a_subscriptions_enabled: false };
  const page = await mintPage(database, organization.id, { settings });
  const service = await mintService(database, page.id);
  const hidden = await mintService(database, page.id, { private: true });
  await subscribe(database, page.id, {});
  await subscribe(database, page.id, { type: "slack" });
  await subscribe(database, page.id, { filter: "services", service: hidden });
  const of = async (service_ids: number[]) =>
    (await previewAudience(ctx, page, { type: "minor", service_ids })).total_count;
  expect([await of([service]), await of([hidden]), await of([hidden, service])]).toEqual([1, 0, 1]);
});

test("nobody hears of a notice while notices are switched off", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const settings = { info_notices_enabled: false };
  const page = await mintPage(database, organization.id, { settings });
  await subscribe(database, page.id, {});
  const of = async (type: string) =>
    (await previewAudience(ctx, page, { type, service_ids: [] })).total_count;
  expect([await of(""), await of("minor")]).toEqual([0, 1]);
});

test("an audience of thousands is counted whole, whatever they asked for", async ({
  database,
  organization: { page },
  service,
}) => {
  await sql`
    with made as (
      insert into subscriptions (status_page_id, type, filter, webhook_url, confirmed_at)
      select ${page.id}, 'webhook', case when n % 2 = 0 then 'all' else 'services' end,
        'https://e.x/' || n, now() from generate_series(1, 5000) as n
      returning id, filter
    )
    insert into subscription_services (status_page_id, subscription_id, service_id)
    select ${page.id}, id, ${service} from made where filter = 'services'`.execute(database);
  const ctx = systemContext(database, "test");
  const asked = { type: "minor", service_ids: [service] };
  expect((await previewAudience(ctx, page, asked)).total_count).toBe(5_000);
});
