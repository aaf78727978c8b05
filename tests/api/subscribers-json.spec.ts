import { randomBytes } from "node:crypto";
import { sendForm } from "#tests/support/forms.ts";
import { type Response, request } from "#tests/support/http.ts";
import { linkIn } from "#tests/support/mail-server.ts";
import { expect, test } from "#tests/support/mail-test.ts";
import { mintPage, mintUser } from "#tests/support/mint.ts";
import type { TestServer } from "#tests/support/server.ts";
import {
  addressOf,
  newAddress,
  pathOf,
  subscriptionsOf,
  visitOf,
  waitingFor,
} from "#tests/support/subscribers.ts";

const PATH = "/api/v2/subscribers.json";
const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** A browser on another site, at an address that nobody else has. */
function foreign(): Record<string, string> {
  const address = `198.18.${randomBytes(2).join(".")}`;
  return { origin: "https://shop.example", "x-forwarded-for": address };
}

type Fields = Record<string, string>;
type Subscriber = { id: string; mode: string; email: string | null; endpoint: string | null };

function formBody(fields: Fields): string {
  const named = Object.entries(fields).map(([name, value]) => [`subscriber[${name}]`, value]);
  return new URLSearchParams(named).toString();
}

/** What a script on another site sends to a page. */
function scriptOf(server: TestServer, subdomain: string, more: Record<string, string> = {}) {
  const visit = visitOf(server, subdomain);
  const headers = { ...foreign(), "content-type": FORM_TYPE, ...more };
  const send = (method: string) => (fields: Fields) =>
    visit(PATH, { method, headers, body: formBody(fields) });
  return { post: send("POST"), remove: send("DELETE") };
}

function subscriberOf(answer: Response): Subscriber {
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ subscriber: Subscriber }>().subscriber;
}

/** An answer without what is drawn or told by the clock, and the address that was sent. */
function shapeOf({ status, headers, text }: Response, email: string): string {
  const { date: _, "x-request-id": __, etag: ___, ...rest } = headers;
  const drawn = /"id":"[\w-]{32}"|"created_at":"[\dT:-]+"/g;
  const body = text.replace(drawn, (found) => found.slice(0, 5)).replace(email, "");
  return JSON.stringify([status, rest, body]);
}

test("a script of any site subscribes an address as a form, text, multipart or JSON: it is asked first", async ({
  server,
  mails,
  database,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const multipart = (email: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="subscriber[email]"\r\n\r\n${email}\r\n--${BOUNDARY}--\r\n`;
  const kinds: [string, (email: string) => string][] = [
    [FORM_TYPE, (email) => formBody({ email })],
    ["text/plain;charset=UTF-8", (email) => formBody({ email })],
    [`multipart/form-data; boundary=${BOUNDARY}`, multipart],
    ["application/json", (email) => JSON.stringify({ subscriber: { email } })],
  ];
  for (const [type, body] of kinds) {
    const email = newAddress();
    const headers = { ...foreign(), "content-type": type, "accept-language": "de" };
    const answer = await visit(PATH, { method: "POST", headers, body: body(email) });
    expect(subscriberOf(answer), type).toEqual({
      id: expect.stringMatching(/^[\w-]{32}$/),
      ...{ mode: "email", email, endpoint: null, created_at: expect.any(String) },
    });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "private, no-store",
    });
    const came = await mails.nth(email);
    expect(came.mail.subject).toContain("Bitte bestätigen");
  }
  const rows = await subscriptionsOf(database, page.id);
  expect(rows.map(({ confirmed_at, filter }) => [confirmed_at, filter])).toEqual(
    kinds.map(() => [null, "all"]),
  );
});

test("an endpoint is subscribed as a webhook, and asked first", async ({
  server,
  receiver,
  organization: { page },
}) => {
  const { post } = scriptOf(server, page.subdomain);
  const { mode, endpoint } = subscriberOf(await post({ endpoint: receiver.url }));
  expect([mode, endpoint]).toEqual(["webhook", receiver.url]);
  expect(JSON.parse((await receiver.nth(1)).body).event).toBe("subscription.confirm");
});

test("neither the answer nor what its id does tells whether an address is known", async ({
  server,
  mails,
  database,
  organization: { page },
}) => {
  const { post, remove } = scriptOf(server, page.subdomain);
  const [known, asked, unknown] = [newAddress(), newAddress(), newAddress()];
  await post({ email: known });
  const link = pathOf(linkIn(await mails.nth(known), "subscribe/confirm"));
  await sendForm(visitOf(server, page.subdomain), link, {});
  await post({ email: asked });
  const [answers, endings] = [new Set<string>(), new Set<string>()];
  for (const email of [known, asked, unknown]) {
    const answer = await post({ email });
    answers.add(shapeOf(answer, email));
    const { id } = subscriberOf(answer);
    endings.add(shapeOf(await remove({ id }), ""));
    endings.add(shapeOf(await remove({ id }), ""));
  }
  endings.add(shapeOf(await remove({ id: "x".repeat(32) }), ""));
  expect([answers.size, endings.size]).toEqual([1, 1]);
  const left = (await subscriptionsOf(database, page.id)).map(({ email }) => email);
  expect(left.sort()).toEqual([known, asked].sort());
});

test("its id takes a request back until it is confirmed, or somebody else asks, too", async ({
  server,
  mails,
  database,
  organization: { page },
}) => {
  const { post, remove } = scriptOf(server, page.subdomain);
  const addresses = async () =>
    (await subscriptionsOf(database, page.id)).map(({ email }) => email);
  const email = newAddress();
  const first = subscriberOf(await post({ email }));
  await remove({ id: first.id });
  expect([await addresses(), await waitingFor(database, page.id)]).toEqual([[], []]);
  const mine = subscriberOf(await post({ email }));
  await remove({ id: first.id });
  await post({ email });
  await remove({ id: mine.id });
  expect(await addresses()).toEqual([email]);
  const other = newAddress();
  const { id } = subscriberOf(await post({ email: other }));
  const link = pathOf(linkIn(await mails.nth(other), "subscribe/confirm"));
  await sendForm(visitOf(server, page.subdomain), link, {});
  await remove({ id });
  expect(await addresses()).toEqual([email, other]);
  const hashes = await database.selectFrom("subscription_links").selectAll().execute();
  for (const token of [first.id, mine.id, id]) expect(JSON.stringify(hashes)).not.toContain(token);
});

test("an id does nothing on another page, and opens no page of its subscriber", async ({
  server,
  database,
  organization,
}) => {
  const { page } = organization;
  const other = await mintPage(database, organization.id);
  const { id } = subscriberOf(await scriptOf(server, page.subdomain).post({ email: newAddress() }));
  await scriptOf(server, other.subdomain).remove({ id });
  const visit = visitOf(server, page.subdomain);
  await visit(`/unsubscribe/${id}`, { method: "POST" });
  expect((await visit(`/manage/${id}`)).text).toContain("This link no longer works");
  expect(await addressOf(database, page.id)).toMatchObject({ confirmed_at: null });
});

test("a link works at every address of its page", async ({
  server,
  mails,
  database,
  organization: { page },
}) => {
  const email = newAddress();
  const name = `status-${randomBytes(5).toString("hex")}.example.com`;
  await database
    .insertInto("addresses")
    .values({ status_page_id: page.id, name, kind: "custom", is_active: true })
    .execute();
  const body = formBody({ email });
  const headers = { ...foreign(), "content-type": FORM_TYPE };
  const subscriber = await request(server.port, name, PATH, { method: "POST", headers, body });
  const confirm = pathOf(linkIn(await mails.nth(email), "subscribe/confirm"));
  const seen = await request(server.port, name, confirm);
  expect(seen.text).toContain(email);
  const ending = formBody({ id: subscriberOf(subscriber).id });
  await request(server.port, name, PATH, { method: "DELETE", headers, body: ending });
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
});

test("what cannot be subscribed is refused on its field", async ({
  server,
  database,
  organization,
}) => {
  const { post } = scriptOf(server, organization.page.subdomain);
  const off = { settings: { subscribers_enabled: false } };
  const closed = await mintPage(database, organization.id, off);
  const notOffered = ["is not offered on this status page"];
  const visit = visitOf(server, organization.page.subdomain);
  const cases: [Response, number, object][] = [
    [await post({ email: "ada@" }), 422, { email: ["must be an e-mail address"] }],
    [await post({}), 422, { email: ["can't be blank"] }],
    [await post({ email_sms: "+49 151 1" }), 422, { email_sms: notOffered }],
    [
      await post({ endpoint: "ftp://x" }),
      422,
      { endpoint: ["must be a web address like https://example.com"] },
    ],
    [
      await scriptOf(server, closed.subdomain).post({ email: newAddress() }),
      422,
      { email: notOffered },
    ],
  ];
  for (const [answer, status, errors] of cases) {
    expect([answer.status, answer.json()]).toEqual([status, { errors }]);
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
  }
  const broken = await visit(PATH, { method: "POST", body: "{" });
  expect([broken.status, broken.headers["access-control-allow-origin"]]).toEqual([400, "*"]);
  const large = await post({ email: "x".repeat(64 * 1_024) });
  expect(large.status).toBe(413);
  expect(await subscriptionsOf(database, organization.page.id)).toEqual([]);
});

test("a page that is not for everybody takes none, whoever is signed in", async ({
  server,
  database,
  organization,
}) => {
  const viewer = await mintUser(database, organization.id, "viewer");
  const allowed = "192.0.2.7";
  const callers: Record<string, string>[] = [
    {},
    { authorization: viewer.key },
    { "x-forwarded-for": allowed },
  ];
  for (const access of [{ member_restricted: true }, { restricted_ips: allowed }]) {
    const page = await mintPage(database, organization.id, access);
    for (const more of callers) {
      const { post, remove } = scriptOf(server, page.subdomain, more);
      for (const answer of [await post({ email: viewer.email }), await remove({ id: "x" })]) {
        expect([answer.status, answer.json<{ error: number }>().error]).toEqual([403, 403]);
        expect(answer.headers["access-control-allow-origin"]).toBe("*");
      }
    }
    expect(await subscriptionsOf(database, page.id)).toEqual([]);
  }
  const nowhere = await scriptOf(server, "no-such-page").post({ email: viewer.email });
  expect([nowhere.status, nowhere.json<{ error: number }>().error]).toEqual([404, 404]);
});

test("browsers learn what they may send, and every other method is refused", async ({
  server,
  organization: { page },
}) => {
  const visit = visitOf(server, page.subdomain);
  const asking = { ...foreign(), "access-control-request-method": "DELETE" };
  const preflight = await visit(PATH, { method: "OPTIONS", headers: asking });
  expect([preflight.status, preflight.headers]).toMatchObject([
    200,
    {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST, DELETE, OPTIONS",
      "access-control-allow-headers": "*",
    },
  ]);
  expect(preflight.headers).not.toHaveProperty("access-control-allow-credentials");
  for (const method of ["GET", "HEAD", "PUT", "PATCH"]) {
    const { status, headers } = await visit(PATH, { method, headers: foreign() });
    expect([method, status, headers.allow]).toEqual([method, 405, "POST, DELETE, OPTIONS"]);
  }
  const other = await visit("/subscribe", { method: "DELETE" });
  expect([other.status, other.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
});
