import {
  FORM_TYPE,
  foreign,
  formBody,
  PATH,
  scriptOf,
  subscriberOf,
} from "#tests/support/browser/subscriber-scripts.ts";
import { mintPage, mintUser } from "#tests/support/data/mint.ts";
import { newAddress, subscriptionsOf, visitOf } from "#tests/support/data/subscribers.ts";
import type { Response } from "#tests/support/http/http.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

const BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";

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
    expect(came.mail.subject).toContain("Bestätigen Sie Ihr Abonnement");
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
