import type { SubscriptionType } from "#lib/channels/channel.ts";
import { sendForm } from "#tests/support/browser/forms.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { bytesOf, pathOf, subscriptionsOf, visitOf } from "#tests/support/data/subscribers.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

const SLACK = "https://hooks.slack.com/services/T0000/B0000/";

test("each chat is recognised by its address, active at once, and shows its link this once", async ({
  server,
  database,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const chats: [SubscriptionType, string][] = [
    ["slack", `${SLACK}one`],
    ["discord", "https://discord.com/api/webhooks/1/x"],
    ["teams", "https://p.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=s"],
    ["google_chat", "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t"],
    ["mattermost", "https://chat.example.com/hooks/abcdefghijklmnopqrstuvwx12"],
    ["zoom", "https://inbots.zoom.us/incoming/hook/x"],
  ];
  for (const [type, chat_url] of chats) {
    const typed = { channel: "chat", chat_url, zoom_token: "t0ken", filter: "all" };
    const [first, second] = [
      await sendForm(visit, "/subscribe", typed),
      await sendForm(visit, "/subscribe", typed),
    ];
    expect(first.text, type).toContain("Your channel is subscribed");
    expect(bytesOf(second), type).toBe(bytesOf(first));
    const link = /<code>([^<]+)<\/code>/.exec(first.text)?.[1] ?? "";
    const managed = await visit(pathOf(link));
    expect(managed.text).toContain(new URL(chat_url).host);
    expect(managed.text).not.toContain(chat_url);
  }
  const rows = await subscriptionsOf(database, page.id);
  expect(rows.map(({ type }) => type)).toEqual(chats.map(([type]) => type));
});

test("a service's page and an open incident's lead to where they are chosen, and to their own feeds", async ({
  server,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const read = async (path: string) => (await visit(path)).text;
  const mint = (severity: "major" | "scheduled", ends_at: string | null) =>
    mintIncident(database, page.id, {
      ...{ severity, ends_at, starts_at: "2026-01-01T00:00:00" },
      service_ids: [service],
    });
  const [open, over] = [await mint("major", null), await mint("major", "2026-01-01T01:00:00")];
  const base = `/services/${service}`;
  const links = (text: string) => [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
  expect(links(await read(base))).toEqual(
    expect.arrayContaining([
      ...["rss", "atom", "calendar.ics", "badge.svg"].map((file) => `${base}/${file}`),
      `/subscribe?service=${service}`,
    ]),
  );
  const follow = (id: number) => [`/subscribe?incident=${id}`, `/incidents/${id}/atom`];
  expect(links((await read(`/incidents/${open}`)).split("<body")[1] ?? "")).toEqual(
    expect.arrayContaining(follow(open)),
  );
  const past = links((await read(`/incidents/${over}`)).split("<body")[1] ?? "");
  for (const link of follow(over)) expect(past).not.toContain(link);
});

test("a service that is asked for is chosen at first, in a tree too, where its visitor sees it", async ({
  server,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const below = await mintService(database, page.id, { parent_id: service });
  const hidden = await mintService(database, page.id, { private: true });
  const chosen = async (id: number) => {
    const { text } = await visit(`/subscribe?service=${id}`);
    const inputs = [...text.matchAll(/<input[^>]*checked=""[^>]*>/g)].map(([input]) => input);
    return inputs
      .map((input) => /value="([^"]*)"/.exec(input)?.[1])
      .filter((value) => value !== "email" && value !== "living_message");
  };
  expect(await chosen(service)).toEqual(["services", `${service}`]);
  expect(await chosen(below)).toEqual(["services", `${below}`]);
  expect(await chosen(hidden)).toEqual(["all"]);
  const { text } = await visit(`/subscribe?service=${below}`);
  expect(text).toMatch(/<details open=""><summary>1 service below it/);
  expect(text).toContain(`href="/subscribe?service=${below}&amp;lang=de"`);
});

test("a page for members takes nobody else's subscription, and tells nobody else of it", async ({
  server,
  database,
  organization,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const visit = visitOf(server, page.subdomain);
  for (const path of ["/subscribe", "/manage", "/subscribe/confirm/x", "/manage/x"]) {
    const { status, text } = await visit(path);
    expect([path, status, text.includes(page.name)]).toEqual([path, 403, false]);
  }
  const open = visitOf(server, organization.page.subdomain);
  await sendForm(
    (path, options = {}) =>
      open(path, {
        ...options,
        body: String(options.body ?? "").replaceAll(organization.page.subdomain, page.subdomain),
      }),
    "/subscribe",
    { channel: "chat", chat_url: `${SLACK}x`, filter: "all" },
  );
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
});

test("a page shows the ways it offers, and none where there are none", async ({
  server,
  database,
  organization,
}) => {
  const off = { subscribers_enabled: false, feed_enabled: false, calendar_enabled: false };
  const chats = [
    "chat_a_subscriptions",
    ...["b", "c", "d", "e", "f"].map((c) => `chat_${c}_notifications`),
  ];
  const closed = await mintPage(database, organization.id, {
    settings: { ...off, ...Object.fromEntries(chats.map((name) => [`${name}_enabled`, false])) },
  });
  const some = await mintPage(database, organization.id, { settings: off });
  const all = await visitOf(server, organization.page.subdomain)("/subscribe");
  expect(all.text).toMatch(/name="email"[\s\S]*name="chat_url"[\s\S]*name="webhook_url"/);
  for (const feed of ["/rss", "/atom", "/calendar.ics"])
    expect(all.text).toContain(`href="${feed}"`);
  const chatOnly = (await server.visit(some.subdomain, "/subscribe")).text;
  expect([chatOnly.includes("chat_url"), chatOnly.includes('name="email"')]).toEqual([true, false]);
  const none = (await server.visit(closed.subdomain, "/subscribe")).text;
  for (const [page, isLed] of [
    [some, true],
    [closed, false],
  ] as const)
    expect((await server.visit(page.subdomain)).text.includes('href="/subscribe"')).toBe(isLed);
  expect(none).toContain("This page does not offer subscriptions.");
  expect(none).not.toContain("<form");
});
