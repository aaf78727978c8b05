import { parseInput } from "#lib/core/fields/validation.ts";
import { deleteService } from "#lib/incidents/delete-service.ts";
import { UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintTwilio } from "#tests/support/data/integrations.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { slackProtocol } from "#tests/support/stand-ins/chats.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";
import { twilioProtocol } from "#tests/support/stand-ins/senders.ts";
import { StandIn } from "#tests/support/stand-ins/stand-in.ts";

type Room = Awaited<ReturnType<typeof newsroom>>;

async function tell(room: Room, what: Promise<{ id: number }>): Promise<number> {
  const { id } = await what;
  await room.plan();
  await room.send();
  return id;
}

function change(room: Room, incident_id: number, fields: object) {
  return updateIncident(
    room.ctx,
    { ...room.page, incident_id },
    parseInput(UpdateIncident, fields),
  );
}

const textsTo = (email: string) => mails.to(email).map(({ mail }) => mail.text ?? "");
const subjectsTo = (email: string) => mails.to(email).map(({ mail }) => mail.subject ?? "");

test("whose service was taken out of an incident is told so once, and hears again once it is back in", async ({
  database,
}) => {
  const room = await newsroom(database);
  const search = await mintService(database, room.page.id, { name: "Search *beta*" });
  const region = await mintService(database, room.page.id, { name: "Europe" });
  const child = await mintService(database, room.page.id, { name: "API", parent_id: region });
  const stays = await room.subscribe({ services: [room.service] });
  const leaves = await room.subscribe({ services: [search] });
  const above = await room.subscribe({ services: [region] });
  const german = await room.subscribe({ services: [search], locale: "de" });
  const id = await tell(room, room.open({ service_ids: [room.service, search, child] }));
  await change(room, id, { service_ids: [room.service] });
  const target = { ...room.page, incident_id: id };
  expect((await readAudience(room.ctx, target)).total_count).toBe(4);
  await tell(room, room.post(id, { description: "Only the checkout is left." }));
  expect(textsTo(stays.email)[1]).toContain("Only the checkout is left.");
  expect(textsTo(leaves.email)[1]).toContain("This incident no longer affects Search *beta*.");
  expect(textsTo(leaves.email)[1]).not.toContain("Only the checkout is left.");
  expect(subjectsTo(leaves.email)[1]).toBe("No longer affected: Search *beta* – Payments fail");
  expect(textsTo(above.email)[1]).toContain("This incident no longer affects API.");
  expect(textsTo(german.email)[1]).toContain("Dieser Vorfall betrifft Search *beta* nicht mehr.");
  expect((await readAudience(room.ctx, target)).total_count).toBe(1);
  await tell(room, room.post(id));
  expect([leaves, above].map(({ email }) => textsTo(email).length)).toEqual([2, 2]);
  await change(room, id, { service_ids: [room.service, search] });
  await tell(room, room.post(id, { description: "It is back." }));
  await tell(room, room.post(id, { type: "resolved", description: "All is well." }));
  expect(textsTo(leaves.email).slice(2)).toEqual([
    expect.stringContaining("It is back."),
    expect.stringContaining("All is well."),
  ]);
  expect(textsTo(above.email)).toHaveLength(2);
});

test("chats, phones and webhooks hear that their service is no longer affected, too", async ({
  database,
}) => {
  const provider = await StandIn.open((asked) => {
    if (asked.url.pathname.startsWith("/services/")) return slackProtocol(asked);
    return asked.url.pathname === "/hook" ? { status: 204 } : twilioProtocol(asked);
  });
  allowPrivateTargets(true);
  process.env.PROVIDER_URLS = `hooks.slack.com=${provider.url},api.twilio.com=${provider.url}`;
  provideEnv({});
  const room = await newsroom(database, { settings: { sms_notifications_enabled: true } });
  await mintTwilio(database, room.page.id);
  const search = await mintService(database, room.page.id, { name: "Search" });
  const services = [search];
  const slack = "https://hooks.slack.com/services/T/B/KEY";
  await room.subscribe({ type: "slack", webhook_url: slack, services });
  await room.subscribe({ type: "webhook", webhook_url: `${provider.url}/hook`, services });
  const number = { country_dial_code: "49", phone_number: "1511234567" };
  await room.subscribe({ type: "sms", email: null, ...number, services });
  const id = await tell(room, room.open({ service_ids: [room.service, search] }));
  const before = provider.asked.length;
  await change(room, id, { service_ids: [room.service] });
  await tell(room, room.post(id));
  await tell(room, room.post(id));
  const heard = provider.asked.slice(before).map(({ url, body }) => {
    if (url.pathname === "/hook") return JSON.parse(body).data.object.service_ids;
    const text = url.pathname.startsWith("/services/")
      ? body
      : new URLSearchParams(body).get("Body");
    return text?.includes("This incident no longer affects Search.");
  });
  expect(heard).toHaveLength(3);
  expect(heard).toEqual(expect.arrayContaining([true, true, [room.service]]));
  delete process.env.PROVIDER_URLS;
  provideEnv({});
  allowPrivateTargets(false);
  await provider.close();
});

test("whose service was taken out silently is told of the end like anybody else, and of nothing later", async ({
  database,
}) => {
  const room = await newsroom(database);
  const search = await mintService(database, room.page.id, { name: "Search" });
  const { email } = await room.subscribe({ services: [search] });
  const id = await tell(room, room.open({ service_ids: [room.service, search] }));
  await change(room, id, { service_ids: [room.service] });
  await tell(room, room.post(id, { type: "resolved", description: "All is well." }));
  await tell(room, room.post(id, { type: "update", description: "What we learned." }));
  expect(textsTo(email)).toHaveLength(2);
  expect(textsTo(email)[1]).toContain("All is well.");
});

test("who heard of a beginning hears of the end, though type and groups have changed", async ({
  database,
}) => {
  const room = await newsroom(database);
  const groups = await database
    .insertInto("subscription_groups")
    .values(["Partners", "Staff"].map((name) => ({ status_page_id: room.page.id, name })))
    .returning("id")
    .execute();
  const [partners, staff] = groups.map(({ id }) => id) as [number, number];
  const severe = await room.subscribe({ filter: "incident_types", incident_types: ["major"] });
  const late = await room.subscribe({ filter: "incident_types", incident_types: ["minor"] });
  const addressed = await room.subscribe();
  const members = [severe, late, addressed].map(({ id }) => ({
    status_page_id: room.page.id,
    subscription_group_id: partners,
    subscription_id: id,
  }));
  await database.insertInto("subscription_group_members").values(members).execute();
  const id = await tell(room, room.open({ subscription_group_ids: [partners] }));
  await tell(room, room.post(id, { type: "deescalate" }));
  await change(room, id, { subscription_group_ids: [staff] });
  await tell(room, room.post(id, { type: "resolved", description: "All is well." }));
  const heard = [severe, late, addressed].map(({ email }) => textsTo(email).length);
  expect(heard).toEqual([3, 2, 3]);
  expect(textsTo(severe.email)[2]).toContain("All is well.");
});

test("who left, or may no longer see the service, hears no more of it", async ({ database }) => {
  const room = await newsroom(database);
  const search = await mintService(database, room.page.id, { name: "Search" });
  const left = await room.subscribe({ services: [search] });
  const hidden = await room.subscribe({ services: [search] });
  const id = await tell(room, room.open({ service_ids: [room.service, search] }));
  await database.deleteFrom("subscriptions").where("id", "=", left.id).execute();
  await database.updateTable("services").set({ private: true }).where("id", "=", search).execute();
  await tell(room, room.post(id));
  expect([left, hidden].map(({ email }) => textsTo(email).length)).toEqual([1, 1]);
});

test("who never heard of an incident is not told that it no longer affects them", async ({
  database,
}) => {
  const room = await newsroom(database);
  const search = await mintService(database, room.page.id, { name: "Search" });
  const { email } = await room.subscribe({ services: [search] });
  const { id } = await room.open({ service_ids: [room.service, search] });
  await room.plan();
  await change(room, id, { service_ids: [room.service] });
  await tell(room, room.post(id));
  expect(textsTo(email)).toEqual([]);
});

test("the end waits for a beginning that has not left yet", async ({ database }) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe({ filter: "incident_types", incident_types: ["major"] });
  const { id } = await room.open();
  await room.plan();
  await database
    .updateTable("notifications")
    .set({ claimed_until: "2100-01-01T00:00:00" })
    .where("status_page_id", "=", room.page.id)
    .execute();
  await tell(room, room.post(id, { type: "deescalate" }));
  expect(textsTo(email)).toEqual([]);
  expect(await room.counts()).toMatchObject({ planned: 1, waiting: 1 });
});

test("mail names a service that was deleted since, without a state, and no hidden one", async ({
  database,
}) => {
  const room = await newsroom(database);
  const search = await mintService(database, room.page.id, { name: "Search" });
  const vault = await mintService(database, room.page.id, { name: "Vault", private: true });
  const follows = await room.subscribe({ services: [search] });
  const all = await room.subscribe();
  const id = await tell(room, room.open({ service_ids: [room.service, search, vault] }));
  for (const service_id of [search, vault])
    await deleteService(room.ctx, { ...room.page, service_id });
  await tell(room, room.post(id));
  expect(textsTo(all.email)[1]).toContain("Checkout (Down) and Search");
  expect(textsTo(all.email).join()).not.toContain("Vault");
  expect(textsTo(follows.email)[1]).toContain("The services you follow are no longer affected.");
});

test("mail about future maintenance states no service's state of today", async ({ database }) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  await room.open();
  const times = { starts_at: "2099-01-01T10:00:00", ends_at: "2099-01-01T12:00:00" };
  await tell(room, room.open({ type: "scheduled", title: "New disks", ...times }));
  const text = textsTo(email).find((one) => one.includes("New disks")) ?? "";
  expect(text).toContain("Checkout");
  expect(text).not.toContain("Checkout (");
});
