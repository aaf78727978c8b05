import { expect, test } from "@playwright/test";
import type { Channel, Recipient } from "#lib/channels/channel.ts";
import { discord } from "#lib/channels/discord.ts";
import { googleChat } from "#lib/channels/google-chat.ts";
import { mattermost } from "#lib/channels/mattermost.ts";
import { slack } from "#lib/channels/slack.ts";
import { teams } from "#lib/channels/teams.ts";
import { webhook } from "#lib/channels/webhook.ts";
import { zoom } from "#lib/channels/zoom.ts";
import type { Verdict } from "#lib/platform/verdict.ts";
import { CONTENT, RECIPIENT } from "#tests/support/data/stories.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import {
  discordProtocol,
  discordThrottled,
  googleChatProtocol,
  mattermostProtocol,
  slackProtocol,
  teamsProtocol,
  zoomProtocol,
} from "#tests/support/stand-ins/chats.ts";
import { type Protocol, type Reply, StandIn } from "#tests/support/stand-ins/stand-in.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));

const DELIVERED = { outcome: "delivered" };
const GONE = { outcome: "never_again", about: "person" };
const OURS = { outcome: "never_again", about: "message" };

/** Sends the content once, as a channel does. */
async function send<Message>(
  channel: Channel<Message>,
  recipient: Partial<Recipient>,
): Promise<Verdict> {
  const to = { ...RECIPIENT, ...recipient };
  const message = channel.render(CONTENT, to);
  const [verdict] = await channel.send([{ recipient: to, message }], { sender: null });
  if (!verdict) throw new Error("no verdict");
  return verdict;
}

async function standing(protocol: Protocol, work: (standIn: StandIn) => Promise<void>) {
  const standIn = await StandIn.open(protocol);
  try {
    await work(standIn);
  } finally {
    await standIn.close();
  }
}

type Row = [Reply, Record<string, unknown>];

/** What each answer of a provider means. */
async function check<Message>(
  channel: Channel<Message>,
  standIn: StandIn,
  recipient: Partial<Recipient>,
  rows: readonly Row[],
) {
  for (const [reply, verdict] of rows) {
    standIn.next.push(reply);
    expect(await send(channel, recipient), JSON.stringify(reply)).toMatchObject(verdict);
  }
  const path = new URL(recipient.address ?? "").pathname;
  standIn.next.push({ status: 418, body: `I am no ${path}` });
  expect(JSON.stringify(await send(channel, recipient))).not.toContain(path);
}

test("Slack: ok alone is a delivery; its words tell what is gone", () =>
  standing(slackProtocol, async (standIn) => {
    const hook = { address: `${standIn.url}/services/T01/B01/SECRETKEY` };
    expect(await send(slack, hook)).toMatchObject({ ...DELIVERED, answer: "200 ok" });
    for (const address of [`${hook.address}gone`, `${hook.address}archived`])
      expect(await send(slack, { address })).toMatchObject(GONE);
    await check(slack, standIn, hook, [
      [{ status: 403, body: "invalid_token" }, GONE],
      [{ status: 403, body: "action_prohibited" }, GONE],
      [{ status: 200, body: "no_service" }, GONE],
      [{ status: 400, body: "invalid_payload" }, OURS],
      [
        { status: 200, body: "<html>Proxy</html>" },
        { outcome: "try_again", unsure: true },
      ],
      [
        { status: 429, headers: { "retry-after": "30" }, body: "rate_limited" },
        { outcome: "try_again", throttled: true, after_s: 30 },
      ],
      [
        { status: 500, body: "rollup_error" },
        { outcome: "try_again", throttled: false },
      ],
    ]);
  }));

test("Slack: a bot's posts on one subject make a thread, which ends in the channel", () =>
  standing(slackProtocol, async (standIn) => {
    process.env.PROVIDER_URLS = `slack.com=${standIn.url}`;
    allowPrivateTargets(true);
    const bot = { secret: "C012AB xoxb-known-token", isThreaded: true };
    const first = await send(slack, bot);
    expect(first).toMatchObject({ ...DELIVERED, provider_id: "1700000000.0001" });
    await send(slack, { ...bot, earlier: "1700000000.0001" });
    const bodies = standIn.asked.map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ channel, thread_ts }) => [channel, thread_ts])).toEqual([
      ["C012AB", undefined],
      ["C012AB", "1700000000.0001"],
    ]);
    const revoked = await send(slack, { secret: "C012AB xoxb-other-token" });
    expect(revoked).toMatchObject({ ...GONE, reason: "invalid_auth" });
    expect(JSON.stringify(revoked)).not.toContain("xoxb");
    delete process.env.PROVIDER_URLS;
    allowPrivateTargets(true);
  }));

test("Slack: a message whose blocks are refused goes out as plain text", () =>
  standing(slackProtocol, async (standIn) => {
    standIn.next.push({ status: 400, body: "invalid_blocks" });
    const hook = { address: `${standIn.url}/services/T01/B01/SECRETKEY` };
    expect(await send(slack, hook)).toMatchObject(DELIVERED);
    const { body } = await standIn.nth(2);
    expect(JSON.parse(body)).toMatchObject({
      text: `Investigating: API slow\n${CONTENT.url}`,
      blocks: [],
    });
  }));

test("Slack: the whole channel hears the end alone, and only of what is one thread", () => {
  const rows = [
    [{ isThreaded: true, earlier: "1700000000.0001" }, false, ["1700000000.0001", false]],
    [{ isThreaded: true, earlier: "1700000000.0001" }, true, ["1700000000.0001", true]],
    [{ isThreaded: true, earlier: null }, true, [undefined, undefined]],
    [{ isThreaded: false, earlier: "1700000000.0001" }, true, [undefined, undefined]],
  ] as const;
  for (const [recipient, is_over, told] of rows) {
    const message = slack.render({ ...CONTENT, is_over }, { ...RECIPIENT, ...recipient });
    expect([message.thread_ts, message.reply_broadcast]).toEqual(told);
  }
});

test("Discord: the threaded message is edited, and posted anew when somebody deleted it", () =>
  standing(discordProtocol(), async (standIn) => {
    const hook = {
      address: `${standIn.url}/api/webhooks/1/SECRETKEY?thread_id=9`,
      isThreaded: true,
    };
    const first = await send(discord, hook);
    if (first.outcome !== "delivered") throw new Error(first.reason);
    const again = await send(discord, { ...hook, earlier: first.provider_id });
    expect(again).toMatchObject({ ...DELIVERED, provider_id: first.provider_id });
    const lost = await send(discord, { ...hook, earlier: "999" });
    expect(lost).toMatchObject(DELIVERED);
    expect(
      standIn.asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
    ).toEqual([
      "POST /api/webhooks/1/SECRETKEY?thread_id=9&wait=true",
      `PATCH /api/webhooks/1/SECRETKEY/messages/${first.provider_id}?thread_id=9&wait=true`,
      "PATCH /api/webhooks/1/SECRETKEY/messages/999?thread_id=9&wait=true",
      "POST /api/webhooks/1/SECRETKEY?thread_id=9&wait=true",
    ]);
  }));

test("Discord: a forum gets a thread, a throttle its pause, and what is gone is not called again", () =>
  standing(discordProtocol(), async (standIn) => {
    const forum = { address: `${standIn.url}/api/webhooks/15/SECRETKEY` };
    expect(await send(discord, forum)).toMatchObject(DELIVERED);
    const hook = { address: `${standIn.url}/api/webhooks/1/SECRETKEY` };
    await check(discord, standIn, hook, [
      [discordThrottled(2.2), { outcome: "try_again", throttled: true, after_s: 3 }],
      [{ status: 502 }, { outcome: "try_again" }],
      [{ status: 401, body: { message: "401: Unauthorized", code: 0 } }, GONE],
      [{ status: 403, body: { message: "Missing Access", code: 50_001 } }, GONE],
      [{ status: 404, body: { message: "Unknown Webhook", code: 10_015 } }, GONE],
      [{ status: 400, body: { message: "Invalid Form Body", code: 50_035 } }, OURS],
    ]);
  }));

test("Teams: a workflow that was started counts, one that is off never again", () =>
  standing(teamsProtocol, async (standIn) => {
    const hook = (name: string) => ({
      address: `${standIn.url}/workflows/${name}/triggers/manual/paths/invoke?sig=SECRETKEY`,
    });
    expect(await send(teams, hook("on"))).toMatchObject(DELIVERED);
    expect(await send(teams, hook("off"))).toMatchObject(GONE);
    const retired = { address: "https://acme.webhook.office.com/webhookb2/x" };
    expect(await send(teams, retired)).toMatchObject({ ...GONE, reason: "retired by Microsoft" });
    await check(teams, standIn, hook("on"), [
      [{ status: 200 }, DELIVERED],
      [{ status: 413 }, OURS],
      [
        { status: 429, headers: { "retry-after": "20" } },
        { after_s: 20, throttled: true },
      ],
      [{ status: 502, body: { error: { code: "BadGateway" } } }, { outcome: "try_again" }],
      ...[401, 403, 404, 410].map((status): Row => [{ status }, GONE]),
    ]);
  }));

test("Google Chat: who wants one thread for each incident gets one", () =>
  standing(googleChatProtocol, async (standIn) => {
    const address = `${standIn.url}/v1/spaces/AAA/messages?key=known&token=SECRETKEY`;
    expect(await send(googleChat, { address, isThreaded: true })).toMatchObject({
      ...DELIVERED,
      provider_id: "spaces/AAA/messages/M1",
    });
    const [call] = standIn.asked;
    expect(call?.url.searchParams.get("messageReplyOption")).toMatch(/FALLBACK_TO_NEW_THREAD$/);
    expect(JSON.parse(call?.body ?? "").thread).toEqual({ threadKey: "incident-42" });
    expect(await send(googleChat, { address })).toMatchObject(DELIVERED);
    expect(JSON.parse(standIn.asked[1]?.body ?? "").thread).toBeUndefined();
    const wrong = address.replace("known", "unknown");
    expect(await send(googleChat, { address: wrong })).toMatchObject(GONE);
    await check(googleChat, standIn, { address }, [
      [{ status: 429, body: { error: { status: "RESOURCE_EXHAUSTED" } } }, { after_s: 60 }],
      [{ status: 503 }, { outcome: "try_again", throttled: false }],
      [{ status: 403 }, GONE],
      [{ status: 404 }, GONE],
      [{ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } }, OURS],
    ]);
  }));

test("Mattermost: a hook that never was is told from a post that is wrong", () =>
  standing(mattermostProtocol, async (standIn) => {
    const hook = { address: `${standIn.url}/hooks/abcdefghijklmnopqrstuvwxyz` };
    expect(await send(mattermost, hook)).toMatchObject(DELIVERED);
    const wrong = await send(mattermost, { address: `${standIn.url}/hooks/nonesuchsecret` });
    expect(wrong).toMatchObject(GONE);
    expect(JSON.stringify(wrong)).not.toContain("nonesuchsecret");
    const id = "web.incoming_webhook.parse.app_error";
    await check(mattermost, standIn, hook, [
      [{ status: 403, body: { id: "web.incoming_webhook.channel_locked.app_error" } }, GONE],
      [{ status: 404, body: { id: "web.incoming_webhook.channel.app_error" } }, GONE],
      [{ status: 400, body: { id } }, OURS],
      [{ status: 429, headers: { "retry-after": "1" } }, { throttled: true }],
      [{ status: 501 }, { outcome: "try_again" }],
    ]);
  }));

test("Zoom: nothing is sent without the token, and a wrong one ends it", () =>
  standing(zoomProtocol, async (standIn) => {
    const address = `${standIn.url}/incoming/hook/HOOKSECRET`;
    expect(await send(zoom, { address })).toMatchObject(GONE);
    expect(standIn.asked).toEqual([]);
    expect(await send(zoom, { address, secret: "known-token" })).toMatchObject(DELIVERED);
    const wrong = await send(zoom, { address, secret: "wrong-token" });
    expect(wrong).toMatchObject(GONE);
    expect(JSON.stringify(wrong)).not.toContain("wrong-token");
    await check(zoom, standIn, { address, secret: "known-token" }, [
      [{ status: 204 }, DELIVERED],
      [{ status: 404 }, GONE],
      [{ status: 429 }, { throttled: true }],
      [{ status: 400 }, OURS],
    ]);
  }));

test("webhook: signed, and only 410 is final", () =>
  standing(
    () => ({ status: 202 }),
    async (standIn) => {
      const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
      const hook = { address: `${standIn.url}/receive/SECRETKEY`, secret };
      expect(await send(webhook, hook)).toMatchObject(DELIVERED);
      const { headers, body } = await standIn.nth(1);
      expect(headers["webhook-id"]).toBe(CONTENT.event_id);
      expect(headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}=$/);
      expect(body).toBe(CONTENT.payload);
      await check(webhook, standIn, hook, [
        [{ status: 204 }, DELIVERED],
        [{ status: 410 }, GONE],
        ...[302, 400, 404, 429, 500].map((status): Row => [{ status }, { outcome: "try_again" }]),
        [{ status: 503, headers: { "retry-after": "90" } }, { after_s: 90 }],
        [{ status: 403, headers: { "retry-after": "90" } }, { after_s: 90 }],
      ]);
    },
  ));

test("a provider that hangs up or hangs may have taken the message", () =>
  standing(slackProtocol, async (standIn) => {
    standIn.next.push("hang up", "hang");
    const to = { ...RECIPIENT, address: `${standIn.url}/services/T01/B01/SECRETKEY` };
    const messages = [{ recipient: to, message: slack.render(CONTENT, to) }];
    const [cut] = await slack.send(messages, { sender: null });
    expect(cut).toMatchObject({ outcome: "try_again", unsure: true });
    const stopping = new AbortController();
    const hung = slack.send(messages, { sender: null, signal: stopping.signal });
    await standIn.nth(2);
    stopping.abort();
    expect((await hung)[0]).toMatchObject({ outcome: "try_again" });
  }));
