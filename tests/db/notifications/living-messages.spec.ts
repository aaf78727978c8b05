import { shiftClock } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { dispatch, eventsOf } from "#tests/support/data/events.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import {
  discordProtocol,
  googleChatProtocol,
  slackProtocol,
} from "#tests/support/stand-ins/chats.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";
import { jsonOf, type Protocol, StandIn } from "#tests/support/stand-ins/stand-in.ts";

const MINUTE_MS = 60_000;
const DISCORD = "https://discord.com/api/webhooks/1/KEY";
const LIVING = { style: "living_message" } as const;

let standIn: StandIn;
let shifted = 0;

test.beforeAll(() => allowPrivateTargets(true));
test.afterEach(async () => {
  shiftClock(0);
  shifted = 0;
  await standIn.close();
  delete process.env.PROVIDER_URLS;
  provideEnv({});
});
test.afterAll(() => allowPrivateTargets(false));

async function provider(host: string, protocol: Protocol): Promise<void> {
  standIn = await StandIn.open(protocol);
  process.env.PROVIDER_URLS = `${host}=${standIn.url}`;
  provideEnv({});
}

/** What waits for its turn, or for another attempt, is due then. */
function waitABit(): void {
  shifted += 10 * MINUTE_MS;
  shiftClock(shifted);
}

const calls = () => standIn.asked.map(({ method, url }) => `${method} ${url.pathname}`);

test("a threaded message in Discord is edited by each update, and posted anew once somebody deleted it", async ({
  database,
}) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  const webhook_url = DISCORD;
  await room.subscribe({ type: "discord", webhook_url, ...LIVING });
  const tell = async (what: Promise<{ id: number }>) => {
    const { id } = await what;
    await room.plan();
    await room.send();
    return id;
  };
  const incident = await tell(room.open());
  await tell(room.post(incident));
  standIn.next.push({ status: 404, body: { code: 10_008, message: "Unknown Message" } });
  await tell(room.post(incident));
  await tell(room.post(incident));
  const of = (id: number) => `/api/webhooks/1/KEY/messages/${id}`;
  expect(calls()).toEqual([
    "POST /api/webhooks/1/KEY",
    `PATCH ${of(1_000_000_000)}`,
    `PATCH ${of(1_000_000_000)}`,
    "POST /api/webhooks/1/KEY",
    `PATCH ${of(1_000_000_001)}`,
  ]);
  await room.open();
  await room.plan();
  await room.send();
  expect(calls().at(-1)).toBe("POST /api/webhooks/1/KEY");
});

test("in a forum the message is edited in the thread that was made for it", async ({
  database,
}) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  await room.subscribe({
    type: "discord",
    webhook_url: "https://discord.com/api/webhooks/15/KEY",
    ...LIVING,
  });
  const { id } = await room.open();
  await room.plan();
  await room.send();
  await room.post(id);
  await room.plan();
  await room.send();
  const { method, url } = standIn.asked.at(-1) ?? {};
  expect([method, url?.searchParams.get("thread_id")]).toEqual(["PATCH", "1000000000"]);
  expect(await room.counts()).toMatchObject({ handed_over: 1 });
});

test("who wants every update gets each as a message of its own", async ({ database }) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  await room.subscribe({ type: "discord", webhook_url: DISCORD });
  const { id } = await room.open();
  await room.post(id);
  await room.plan();
  await room.send();
  expect(calls()).toEqual(["POST /api/webhooks/1/KEY", "POST /api/webhooks/1/KEY"]);
});

const told = () =>
  standIn.asked.map((asked) => {
    const { embeds } = jsonOf(asked) as { embeds: { description: string }[] };
    return /We (are looking|know why)/.exec(embeds[0]?.description ?? "")?.[1];
  });

test("a later update of a threaded message waits for those before it, and those that fail", async ({
  database,
}) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  await room.subscribe({ type: "discord", webhook_url: DISCORD, ...LIVING });
  await room.subscribe({ type: "discord", webhook_url: `${DISCORD}2` });
  const { id } = await room.open();
  await room.post(id);
  await room.plan();
  standIn.next.push({ status: 500 }, { status: 500 }, { status: 500 });
  await room.send();
  const rows = await room.ledger();
  // None of these was delivered: the threaded message's second update was not even tried.
  expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 0, 1]);
  waitABit();
  await room.send();
  waitABit();
  await room.send();
  expect(told().slice(3).toSorted()).toEqual([
    "are looking",
    "are looking",
    "know why",
    "know why",
  ]);
  const own = standIn.asked.slice(3).filter(({ url }) => !url.pathname.includes("KEY2"));
  expect(own.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  expect(await room.counts()).toMatchObject({ handed_over: 2, waiting: 0 });
});

test("an update waits for an earlier one that is still being planned, and is not overwritten by it", async ({
  database,
}) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  await room.subscribe({ type: "discord", webhook_url: DISCORD, ...LIVING });
  const { id } = await room.open();
  await room.post(id);
  const [first, second] = await eventsOf(database, room.page.id);
  if (!first || !second) throw new Error("no events");
  await dispatch([second]);
  await room.send();
  expect(standIn.asked).toHaveLength(0);
  await dispatch([first]);
  waitABit();
  await room.send();
  waitABit();
  await room.send();
  expect(told()).toEqual(["are looking", "know why"]);
});

test("an update that comes after a later one is dropped", async ({ database }) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  await room.subscribe({ type: "discord", webhook_url: DISCORD, ...LIVING });
  const { id } = await room.open();
  await room.post(id);
  await room.plan();
  const [first] = await eventsOf(database, room.page.id);
  await database
    .updateTable("notifications")
    .set({ state: "handed_over", due_at: null, provider_id: "1" })
    .where("status_page_id", "=", room.page.id)
    .where("event_id", ">", first?.id ?? 0)
    .execute();
  await room.send();
  expect(standIn.asked).toHaveLength(0);
  expect((await room.ledger())[0]).toMatchObject({
    state: "withdrawn",
    reason: "a later update was told",
  });
});

test("Google Chat and a bot of Slack's put the updates of an incident into one thread", async ({
  database,
}) => {
  const room = await newsroom(database);
  await provider("chat.googleapis.com", googleChatProtocol);
  await room.subscribe({
    type: "google_chat",
    webhook_url: "https://chat.googleapis.com/v1/spaces/A/messages?key=known&token=t",
    ...LIVING,
  });
  const { id } = await room.open();
  await room.post(id);
  await room.plan();
  for (let round = 0; round < 2; round++) {
    await room.send();
    waitABit();
  }
  const threads = standIn.asked.map((asked) => (jsonOf(asked) as { thread?: object }).thread);
  expect(threads).toEqual([{ threadKey: `incident-${id}` }, { threadKey: `incident-${id}` }]);
  await standIn.close();
  await provider("slack.com", slackProtocol);
  await room.subscribe({
    type: "slack",
    webhook_url: "https://hooks.slack.com/services/T0/B0/x",
    secret_sealed: seal("C012AB xoxb-known-token"),
    ...LIVING,
  });
  const { id: other } = await room.open();
  for (let update = 0; update < 2; update++) await room.post(other);
  await room.plan();
  for (let round = 0; round < 3; round++) {
    await room.send();
    waitABit();
  }
  const posts = standIn.asked.map((asked) => jsonOf(asked) as { thread_ts?: string });
  const thread = "1700000000.0001";
  expect(posts.map(({ thread_ts }) => thread_ts)).toEqual([undefined, thread, thread]);
});

test("mails of an incident are one conversation, or none for who wants it so", async ({
  database,
}) => {
  await provider("discord.com", discordProtocol());
  const room = await newsroom(database);
  const [together, apart] = [
    await room.subscribe(),
    await room.subscribe({ style: "every_update" }),
  ];
  const { id } = await room.open();
  await room.post(id);
  await room.plan();
  await room.send();
  const threadsOf = (email: string) =>
    mails.to(email).map(({ mail }) => String(mail.references).split(" ")[0]);
  expect(threadsOf(together.email)).toHaveLength(2);
  expect(new Set(threadsOf(together.email)).size).toBe(1);
  expect(new Set(threadsOf(apart.email)).size).toBe(2);
});
