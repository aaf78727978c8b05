import fc from "fast-check";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { previewAudience, readAudience } from "#lib/notifications/audience/audience.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { eventsOf } from "#tests/support/data/events.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { newsroom, subscriber } from "#tests/support/data/news.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(({ database }) => installJobs().then(() => void database));

const SMS_ON = {
  sms_notifications_enabled: true,
  chat_c_notifications_enabled: false,
  custom_incident_types_enabled: true,
};

/** What one subscription may be; services and addresses by their place in a list. */
const anySubscription = fc.record({
  type: fc.constantFrom("email", "sms", "webhook", "slack", "teams"),
  filter: fc.constantFrom("all", "services", "incident_types"),
  incident_types: fc.subarray(["major", "minor", "scheduled"]),
  services: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  address: fc.nat(3),
  isConfirmed: fc.constantFrom(true, true, true, false),
  quarantined_h: fc.constantFrom(null, null, null, -1, 1),
});
type Any = typeof anySubscription extends fc.Arbitrary<infer T> ? T : never;

const CHATS = ["webhook", "slack", "teams"];

let made = 0;

async function add(db: Db, page: number, services: number[], any: Any): Promise<void> {
  made += 1;
  const { type, filter, incident_types, address, isConfirmed, quarantined_h } = any;
  const held = quarantined_h === null ? null : later(wireNow(), quarantined_h * 3_600);
  const number = { country_dial_code: "49", phone_number: `1511${made}` };
  const url = { webhook_url: `https://hooks.example.com/${page}/${address}` };
  await subscriber(db, page, {
    ...(type === "sms" && number),
    ...(type !== "sms" && type !== "email" && url),
    services: filter === "services" ? any.services.flatMap((one) => services[one] ?? []) : [],
    ...{ type, filter, incident_types, quarantined_until: held },
    confirmed_at: isConfirmed ? wireNow() : null,
  });
}

type Counted = Record<string, [sent: number, quarantined: number]>;

function counted({ channels }: Audience): Counted {
  const all = channels.map(({ type, count, quarantined_count }) => [
    type,
    [count, quarantined_count],
  ]);
  return Object.fromEntries(all);
}

/** By channel, whom the last event is told to. */
async function planned(room: Awaited<ReturnType<typeof newsroom>>): Promise<Counted> {
  await room.plan();
  const all: Counted = {};
  const last = (await eventsOf(room.ctx.db, room.page.id)).at(-1)?.id;
  for (const { event_id, channel, state } of await room.ledger()) {
    if (event_id !== last) continue;
    const one = all[channel] ?? [0, 0];
    one[state === "quarantined" ? 1 : 0] += 1;
    all[channel] = one;
  }
  return all;
}

test("whoever is counted before stands in the ledger afterwards, whatever people subscribed to", async ({
  database,
}) => {
  test.slow();
  const asked = fc.record({
    // The same address twice by one kind cannot be.
    subscriptions: fc.uniqueArray(anySubscription, {
      minLength: 1,
      maxLength: 30,
      selector: ({ type, address }) => (CHATS.includes(type) ? `${type} ${address}` : {}),
    }),
    type: fc.constantFrom("major", "minor"),
    affected: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    changed: fc.record({
      type: fc.constantFrom("major", "minor"),
      affected: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ subscriptions, type, affected, changed }) => {
      const room = await newsroom(database, { settings: SMS_ON });
      const { id } = room.page;
      const child = await mintService(database, id, { parent_id: room.service });
      const other = await mintService(database, id);
      const hidden = await mintService(database, id, { private: true });
      const services = [room.service, child, other, hidden];
      for (const one of subscriptions) await add(database, id, services, one);
      const idsOf = (places: number[]) => places.flatMap((one) => services[one] ?? []);
      const service_ids = idsOf(affected);
      const before = counted(await previewAudience(room.ctx, room.page, { type, service_ids }));
      const incident = await room.open({ type, service_ids });
      const target = { ...room.page, incident_id: incident.id };
      expect(counted(await readAudience(room.ctx, target))).toEqual(before);
      expect(await planned(room)).toEqual(before);
      const input = { type: changed.type, service_ids: idsOf(changed.affected) };
      await updateIncident(room.ctx, target, parseInput(UpdateIncident, input));
      const after = counted(await readAudience(room.ctx, target));
      await room.post(incident.id);
      expect(await planned(room)).toEqual(after);
    }),
    { numRuns: 15 },
  );
});

test("how long it takes is what the last events took, and unknown where few were told", async ({
  database,
}) => {
  const room = await newsroom(database);
  for (let n = 0; n < 25; n += 1) await room.subscribe();
  const asked = { type: "major", service_ids: [room.service] };
  const takes = async () => (await previewAudience(room.ctx, room.page, asked)).seconds;
  expect(await takes()).toBeNull();
  await room.open();
  await room.plan();
  await room.send();
  const soon = (await takes()) ?? 0;
  expect(soon).toBeGreaterThanOrEqual(1);
  expect(soon).toBeLessThan(60);
  const slow = database.updateTable("notifications").where("status_page_id", "=", room.page.id);
  await room.open();
  await room.plan();
  await room.send();
  const ledger = await room.ledger();
  const last = ledger.at(-1);
  await slow
    .set({ settled_at: later(wireNow(), 99) })
    .where("event_id", "=", last?.event_id ?? 0)
    .where("subscription_id", "=", last?.subscription_id ?? 0)
    .execute();
  for (let n = 0; n < 25; n += 1) await room.subscribe();
  const seconds = (await takes()) ?? 0;
  expect(seconds).toBeGreaterThanOrEqual(190);
  expect(seconds).toBeLessThanOrEqual(300);
});

test("a text message is measured as it would be sent; a page that is a draft tells nobody", async ({
  database,
  organization,
}) => {
  const room = await newsroom(database, { settings: SMS_ON });
  await room.subscribe({ type: "sms", country_dial_code: "49", phone_number: "1511234567" });
  const asked = { type: "major", service_ids: [room.service] };
  const segments = async (description: string) => {
    const draft = { title: "Payments fail", description };
    return (await previewAudience(room.ctx, room.page, asked, { draft })).channels[0]?.segments;
  };
  expect(await segments("Short.")).toBe(1);
  expect(await segments("A sentence that goes on. ".repeat(9))).toBe(3);
  const [channel] = (await previewAudience(room.ctx, room.page, asked)).channels;
  expect(channel).toMatchObject({ type: "sms", count: 1, segments: 3 });
  const page = await mintPage(database, organization.id);
  await database
    .updateTable("status_pages")
    .set({ draft: true })
    .where("id", "=", page.id)
    .execute();
  await subscriber(database, page.id);
  const nobody = await previewAudience(room.ctx, page, { type: "major", service_ids: [] });
  expect(nobody.total_count).toBe(0);
});
