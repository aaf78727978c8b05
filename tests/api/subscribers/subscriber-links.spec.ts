import { sendForm } from "#tests/support/browser/forms.ts";
import { mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import {
  addressOf,
  newAddress,
  pathOf,
  subscriptionsOf,
  visitOf,
} from "#tests/support/data/subscribers.ts";
import { insertLinked } from "#tests/support/data/subscription-links.ts";
import type { Request } from "#tests/support/http/http.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

test("a GET of any link changes nothing, whoever follows it", async ({
  server,
  mails,
  database,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const email = newAddress();
  await sendForm(visit, "/subscribe", { channel: "email", email, company: "", filter: "all" });
  const confirm = pathOf(linkIn(await mails.nth(email), "subscribe/confirm"));
  await visit(confirm);
  const before = await addressOf(database, page.id);
  expect(before?.confirmed_at).toBeNull();
  const yes = await sendForm(visit, confirm, {});
  const token = /href="\/manage\/([\w-]+)/.exec(yes.text)?.[1] ?? "";
  const after = await addressOf(database, page.id);
  for (const path of [`/manage/${token}`, `/unsubscribe/${token}`]) {
    expect((await visit(path)).text).toContain("<form");
    expect((await visit(path, { method: "HEAD" })).status).toBe(200);
  }
  expect(await addressOf(database, page.id)).toEqual(after);
});

test("a mailbox provider's one-click ends it: no cookie, no redirect, from any origin, and twice is no failure", async ({
  server,
  mails,
  database,
  organization,
}) => {
  const page = await mintPage(database, organization.id, { member_restricted: true });
  const viewer = await mintUser(database, organization.id, "viewer");
  const visit = visitOf(server, page.subdomain);
  const { id } = await database
    .insertInto("subscriptions")
    .values({
      ...{ status_page_id: page.id, type: "email", filter: "all", email: viewer.email },
      confirmed_at: "2026-01-01T00:00:00",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ask = (path: string, options: Request = {}) =>
    visit(path, { ...options, headers: { ...options.headers, authorization: viewer.key } });
  await sendForm(ask, "/manage", { email: viewer.email, company: "" });
  const came = await mails.nth(viewer.email);
  const path = pathOf(
    /<(http[^>]+)>/.exec(came.raw.split("List-Unsubscribe:")[1] ?? "")?.[1] ?? "",
  );
  expect((await visit(`/manage/${path.split("/").at(-1)}`)).status).toBe(200);
  const post = () =>
    visit(path, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://mail.example",
        "sec-fetch-site": "cross-site",
      },
      body: "List-Unsubscribe=One-Click",
    });
  const [first, second] = [await post(), await post()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.text).toContain("You will receive no more updates.");
  expect(second.text).toContain("This link no longer works");
  expect(second.text).toContain('href="../manage"');
  expect((await subscriptionsOf(database, page.id)).map((row) => row.id)).not.toContain(id);
});

test("links of a page limited to networks or members work for their person, and show no more than is theirs", async ({
  server,
  database,
  organization,
}) => {
  for (const restriction of [{ restricted_ips: "192.0.2.0/24" }, { member_restricted: true }]) {
    const page = await mintPage(database, organization.id, restriction);
    const visit = visitOf(server, page.subdomain);
    const own = await mintService(database, page.id, { name: "Own search" });
    await mintService(database, page.id, { name: "Other bank" });
    const asked = await insertLinked(database, page.id, [own], null);
    const { id, token } = await insertLinked(database, page.id, [own]);
    const [manage, confirm] = [`/manage/${token}`, `/subscribe/confirm/${asked.token}`];
    const shown = await visit(manage);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain("Own search");
    expect(shown.text).toContain('<meta name="robots" content="noindex"');
    expect(shown.headers["cache-control"]).toBe("private, no-store");
    for (const { text } of [shown, await visit(confirm)]) {
      expect(text).toContain("<form");
      expect(text).not.toMatch(/Other bank|systems operational|No services are listed/);
    }
    const changed = await sendForm(visit, manage, {
      ...{ service_ids: `${own}`, living: "living_message", locale: "de" },
    });
    expect([changed.status, changed.headers.location]).toEqual([303, `${manage}?saved=choice`]);
    expect((await sendForm(visit, confirm, {})).text).toMatch(/href="\/manage\/[\w-]{32}/);
    const rows = await subscriptionsOf(database, page.id);
    expect(rows.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      ...{ filter: "services", style: "living_message" },
    });
    const wrong = "x".repeat(32);
    for (const path of [`/manage/${wrong}`, `/subscribe/confirm/${wrong}`, "/manage", "/"])
      expect((await visit(path)).status, path).toBe(403);
    const ended = await visit(`/unsubscribe/${token}`, { method: "POST" });
    expect(ended.text).toContain("You will receive no more updates.");
    expect((await visit(manage)).status).toBe(403);
  }
  const draft = await mintPage(database, organization.id, { draft: true });
  const { token } = await insertLinked(database, draft.id, []);
  expect((await server.visit(draft.subdomain, `/manage/${token}`)).status).toBe(404);
});

test("links are let neither into logs nor caches, to other sites nor search engines", async ({
  server,
  mails,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const email = newAddress();
  await sendForm(visit, "/subscribe", { channel: "email", email, company: "", filter: "all" });
  const confirm = pathOf(linkIn(await mails.nth(email), "subscribe/confirm"));
  const yes = await sendForm(visit, confirm, {});
  const token = /href="\/manage\/([\w-]+)/.exec(yes.text)?.[1] ?? "";
  const paths = [confirm, `/manage/${token}`, `/unsubscribe/${token}`];
  for (const path of paths) {
    const { headers, text } = await visit(path);
    expect(headers["referrer-policy"], path).toBe("no-referrer");
    expect(headers["cache-control"], path).toContain("no-store");
    expect(text, path).toContain('<meta name="robots" content="noindex"');
    expect(text, path).not.toContain("<script");
    await server.request(`/s/${page.subdomain}${path}`);
  }
  const [, , , secret = ""] = confirm.split(/[/?]/);
  expect(secret).toMatch(/^[\w-]{32}$/);
  await expect.poll(() => server.output()).toContain(`/s/${page.subdomain}/unsubscribe/…`);
  for (const known of [token, secret, email]) expect(server.output()).not.toContain(known);
});

test("a webhook is sent a link, and shows its secret once, to who opens it", async ({
  server,
  receiver,
  database,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const typed = { channel: "webhook", webhook_url: receiver.url, filter: "all", company: "" };
  const sent = await sendForm(visit, "/subscribe", typed);
  expect([sent.status, sent.headers.location]).toEqual([303, "/subscribe?sent=1"]);
  const { body } = await receiver.nth(1);
  const { event, data } = JSON.parse(body);
  expect(event).toBe("subscription.confirm");
  const confirm = pathOf(data.object.confirm_url);
  const yes = await sendForm(visit, confirm, {});
  expect(yes.text).toMatch(/<code>whsec_[\w+/=]+<\/code>/);
  expect((await sendForm(visit, confirm, {})).text).not.toContain("whsec_");
  expect(await addressOf(database, page.id)).toMatchObject({
    type: "webhook",
    confirmed_at: expect.any(String),
    secret_sealed: expect.any(String),
  });
  await sendForm(visit, "/subscribe", typed);
  const reminder = JSON.parse((await receiver.nth(2)).body);
  expect(reminder.event).toBe("subscription.manage");
  expect((await visit(pathOf(reminder.data.object.manage_url))).text).toContain("127.0.0.1");
});

test("a form is about the page that it is sent to, whichever another one it names", async ({
  server,
  database,
  organization,
}) => {
  const restricted_ips = "127.0.0.1\n::1";
  const other = await mintPage(database, organization.id, { restricted_ips });
  const visit = visitOf(server, organization.page.subdomain);
  const email = newAddress();
  const typed = { channel: "email", email, company: "", filter: "all" };
  const sent = await sendForm(visit, "/subscribe", { ...typed, subdomain: other.subdomain });
  expect(sent.status).toBe(303);
  expect(await subscriptionsOf(database, other.id)).toEqual([]);
  expect(await subscriptionsOf(database, organization.page.id)).toMatchObject([{ email }]);
});
