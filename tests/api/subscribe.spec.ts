import { wireNow } from "#lib/clock.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";
import { FORM_TYPE, filledIn, sendForm } from "#tests/support/forms.ts";
import { mintIncident } from "#tests/support/incidents.ts";
import { linkIn } from "#tests/support/mail-server.ts";
import { expect, test } from "#tests/support/mail-test.ts";
import { mintPage, mintService } from "#tests/support/mint.ts";
import {
  addressOf,
  bytesOf,
  newAddress,
  pathOf,
  subscriptionsOf,
  visitOf,
  waitingFor,
} from "#tests/support/subscribers.ts";

const SLACK = "https://hooks.slack.com/services/T0000/B0000/";
test("an address is asked first, says yes by a button, chooses anew, and ends it", async ({
  server,
  mails,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const email = newAddress();
  const sent = await sendForm(visit, "/subscribe?lang=de", {
    ...{ channel: "email", email, company: "", filter: "services" },
    service_ids: [String(service)],
  });
  expect([sent.status, sent.headers.location]).toEqual([303, "/subscribe?sent=1&lang=de"]);
  expect((await visit("/subscribe?sent=1&lang=de")).text).toContain(
    "Sehen Sie in Ihre Nachrichten",
  );
  const came = await mails.nth(email);
  expect(came.from).toBe("bounces@status.example");
  expect(came.mail.subject).toBe(`Bestätigen Sie Ihr Abonnement von ${page.name}`);
  expect(came.mail.from).toMatchObject({ name: page.name, address: "bounces@status.example" });
  expect(came.mail.html).toContain("Checkout");
  const confirm = pathOf(linkIn(came, "subscribe/confirm"));
  const seen = await visit(confirm);
  expect(seen.text).toContain("Checkout");
  expect((await addressOf(database, page.id))?.confirmed_at).toBeNull();
  const body = filledIn(seen.text, {});
  const say = () =>
    visit(confirm, { method: "POST", headers: { "content-type": FORM_TYPE }, body });
  const yes = await say();
  expect(yes.text).toContain("Sie haben abonniert");
  expect((await addressOf(database, page.id))?.confirmed_at).not.toBeNull();
  const manage = /href="(\/manage\/[^"]+)"/.exec(yes.text)?.[1] ?? "";
  expect(bytesOf(await say())).toBe(bytesOf(yes));
  expect((await visit(confirm)).text).toContain("Sie haben abonniert");
  const saved = await sendForm(visit, manage, {
    filter: "incident_types",
    incident_types: "major",
  });
  expect(saved.headers.location).toBe(manage.replace("?", "?saved=choice&"));
  expect(await addressOf(database, page.id)).toMatchObject({ incident_types: ["major"] });
  const ended = await visit(manage.replace("/manage/", "/unsubscribe/"), { method: "POST" });
  expect([ended.status, ended.text.includes("Sie haben abbestellt")]).toEqual([200, true]);
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
  expect((await visit(manage)).text).toContain("Dieser Link gilt nicht mehr");
});

test("answers tell by no byte whether an address is known; who has it is sent the way to it", async ({
  server,
  mails,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const [known, asked] = [newAddress(), newAddress()];
  const send = (email: string) =>
    sendForm(visit, "/subscribe", { channel: "email", email, company: "", filter: "all" });
  await send(known);
  await sendForm(visit, pathOf(linkIn(await mails.nth(known), "subscribe/confirm")), {});
  await send(asked);
  const answers = [await send(known), await send(asked), await send(newAddress())];
  expect(new Set(answers.map(bytesOf)).size).toBe(1);
  const reminder = await mails.nth(known, 2);
  expect(reminder.mail.subject).toBe(`Your subscription to ${page.name}`);
  expect(reminder.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(reminder.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/[^>]+\/unsubscribe\/[\w-]{32}>\r$/m);
  const links = [];
  for (const email of [known, newAddress()])
    links.push(await sendForm(visit, "/manage", { email, company: "" }));
  expect(new Set(links.map(bytesOf)).size).toBe(1);
  expect(links[0]?.headers.location).toBe("/manage?sent=1");
  expect(linkIn(await mails.nth(known, 3), "manage")).toBe(linkIn(reminder, "manage"));
});

test("what is wrong stands at its field, and nothing that was typed is lost", async ({
  server,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const typed = { channel: "email", email: "ada@", company: "", filter: "services" };
  const { status, text } = await sendForm(visit, "/subscribe", {
    ...typed,
    service_ids: [String(service)],
  });
  expect(status).toBe(200);
  expect(text).toContain("Enter an address such as name@example.com.");
  const field = /<input[^>]*name="email"[^>]*>/.exec(text)?.[0];
  expect(field).toContain('value="ada@"');
  expect(field).toContain('aria-invalid="true"');
  const chosen = new RegExp(`<input[^>]*value="${service}"[^>]*>`).exec(text)?.[0];
  expect(chosen).toContain('checked=""');
  const retired = await sendForm(visit, "/subscribe", {
    ...{ channel: "chat", chat_url: "https://acme.webhook.office.com/webhookb2/x" },
    filter: "all",
  });
  expect(retired.text).toContain("Microsoft has retired");
  const zoom = {
    channel: "chat",
    chat_url: "https://inbots.zoom.us/incoming/hook/x",
    filter: "all",
  };
  const asked = await sendForm(visit, "/subscribe", zoom);
  expect(asked.text).toContain('name="zoom_token"');
  expect(asked.text).toContain(zoom.chat_url);
});

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

test("one incident is followed by itself, where its visitor sees it", async ({
  server,
  database,
  service,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const hidden = await mintService(database, page.id, { private: true });
  const open = { severity: "major", starts_at: wireNow(), ends_at: null } as const;
  const mint = (title: string, id: number) =>
    mintIncident(database, page.id, { ...open, title, service_ids: [id] });
  const [shown, secret] = [await mint("Cards fail", service), await mint("Unseen", hidden)];
  expect((await visit(`/subscribe?incident=${shown}`)).text).toContain("Cards fail");
  expect((await visit(`/subscribe?incident=${secret}`)).text).not.toContain("Unseen");
  const typed = { channel: "chat", chat_url: `${SLACK}follow`, filter: "incident" };
  await sendForm(visit, `/subscribe?incident=${shown}`, typed);
  expect(await addressOf(database, page.id)).toMatchObject({
    filter: "incident",
    incident_id: shown,
  });
  const refused = await sendForm(visit, "/subscribe", { ...typed, incident_id: String(secret) });
  expect(refused.text).not.toContain("Your channel is subscribed");
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
      .filter((value) => value !== "email");
  };
  expect(await chosen(service)).toEqual(["services", `${service}`]);
  expect(await chosen(below)).toEqual(["services", `${below}`]);
  expect(await chosen(hidden)).toEqual(["all"]);
  const { text } = await visit(`/subscribe?service=${below}`);
  expect(text).toMatch(/<details open=""><summary>1 service below it/);
  expect(text).toContain(`href="/subscribe?service=${below}&amp;lang=de"`);
});

test("the API asks whom it does not confirm itself, also at a new address", async ({
  api,
  mails,
  database,
  organization: { page },
}) => {
  const path = `/status_pages/${page.subdomain}/subscriptions`;
  const post = async (subscription: object) =>
    (await api.post(path, { subscription })).json<{ subscription: { id: number } }>().subscription
      .id;
  const [first, second, silent] = [newAddress(), newAddress(), newAddress()];
  const id = await post({ type: "email", email: first });
  await mails.nth(first);
  await post({ type: "email", email: silent, confirm: true });
  await api.put(`${path}/${id}`, { subscription: { email: second } });
  await mails.nth(second);
  await expect.poll(() => waitingFor(database, page.id)).toEqual([]);
  expect(mails.to(silent)).toEqual([]);
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
