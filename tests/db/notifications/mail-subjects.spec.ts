import { later, wireNow } from "#lib/platform/clock.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

type Room = Awaited<ReturnType<typeof newsroom>>;

/** The mail to a subscriber about what was posted last. */
async function newest(room: Room, email: string) {
  const count = mails.to(email).length + 1;
  await room.plan();
  await room.send();
  return (await mails.nth(email, count)).mail;
}

test("a subject says the state and the services first, each once, and what is resolved how long it took", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  const starts_at = later(wireNow(), -51 * 60);
  const { id } = await room.open({ starts_at });
  expect((await newest(room, email)).subject).toBe("Down: Checkout – Payments fail");
  await room.post(id);
  expect((await newest(room, email)).subject).toBe("Down: Checkout – Payments fail");
  await room.post(id, { type: "monitoring" });
  expect((await newest(room, email)).subject).toBe("Monitoring: Checkout – Payments fail");
  await room.post(id, { type: "resolved" });
  const { subject } = await newest(room, email);
  expect(subject).toMatch(/^Resolved \(5\d\smin\): Checkout – Payments fail$/);

  const both = [room.service, await mintService(database, room.page.id, { name: "Search" })];
  for (const [service_ids, subject] of [
    [[room.service], "Degraded: Checkout fails"],
    [both, "Degraded: Checkout and Search – Checkout fails"],
  ] as const) {
    await room.open({ title: "Checkout fails", type: "minor", service_ids });
    expect((await newest(room, email)).subject).toBe(subject);
  }
});

test("a subject isolates names and titles of the other direction, and only those", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  const [name, title] = ["\u05e7\u05d5\u05e4\u05d4", "\u05ea\u05e7\u05dc\u05d4 (API)"];
  await database.updateTable("services").set({ name }).where("id", "=", room.service).execute();
  await room.open({ title });
  const subject = `Down: \u2068${name}\u2069 – \u2068${title}\u2069`;
  expect((await newest(room, email)).subject).toBe(subject);
});

test("a subject of what monitoring found names the service and nothing twice", async ({
  database,
}) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  const t = translator("en");
  await room.open({ title: t("automation.title", { name: "Checkout" }) });
  expect((await newest(room, email)).subject).toBe("Down: Checkout");
});

test("a mail says when the next update is promised", async ({ database }) => {
  const room = await newsroom(database);
  const { email } = await room.subscribe();
  const next_update_at = "2036-03-04T10:30:00";
  const updates = [{ description: "We look.", notify: true, next_update_at }];
  const { id } = await room.open({ updates });
  const { text, html } = await newest(room, email);
  expect(text).toMatch(/Next update: 4 March 2036, \d\d:30/);
  expect(html).toContain("Next update");
  await room.post(id, { type: "resolved" });
  expect((await newest(room, email)).text).not.toContain("Next update");
});

test("who answers news reaches the page's reply address, else its support address, else nobody", async ({
  database,
}) => {
  const support_email = "help@acme.example";
  const reply_to_email = "news@acme.example";
  for (const [settings, address] of [
    [{ support_email, reply_to_email }, reply_to_email],
    [{ support_email }, support_email],
    [{}, undefined],
  ] as const) {
    const room = await newsroom(database, { settings });
    const { email } = await room.subscribe();
    await room.open();
    expect((await newest(room, email)).replyTo?.[0]?.address).toBe(address);
  }
});

test("who asked for one conversation gets each mail under the first subject, whatever changed", async ({
  database,
}) => {
  const room = await newsroom(database);
  const one = await room.subscribe({ style: "living_message" });
  const own = await room.subscribe();
  const other = await mintService(database, room.page.id, { name: "Search" });
  const { id } = await room.open({ starts_at: later(wireNow(), -51 * 60) });
  const both = async () => {
    const first = await newest(room, one.email);
    const second = (await mails.nth(own.email, mails.to(one.email).length)).mail;
    return [first.subject, second.subject?.replaceAll(/\d+/g, "N").replaceAll("\u00a0", " ")];
  };
  const opening = "Down: Checkout – Payments fail";
  expect(await both()).toEqual([opening, opening]);
  // Updates of one second count as one.
  const opened = wireNow();
  await expect.poll(wireNow, { intervals: [50] }).not.toBe(opened);
  await room.post(id, { type: "deescalate", service_ids: [room.service, other] });
  expect(await both()).toEqual([`Re: ${opening}`, "Degraded: Checkout and Search – Payments fail"]);
  await room.post(id, { type: "resolved" });
  const resolved = await both();
  expect(resolved).toEqual([`Re: ${opening}`, expect.stringMatching(/^Resolved \(N min\): /)]);
  const { html } = mails.to(one.email).at(-1)?.mail ?? {};
  expect(html).toMatch(/display:none[^>]*>Resolved \(\d+.min\) – We know why\./);
});
