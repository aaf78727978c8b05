import { randomBytes } from "node:crypto";
import { sendForm } from "#tests/support/browser/forms.ts";
import {
  FORM_TYPE,
  foreign,
  formBody,
  PATH,
  scriptOf,
  subscriberOf,
} from "#tests/support/browser/subscriber-scripts.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import {
  addressOf,
  newAddress,
  pathOf,
  subscriptionsOf,
  visitOf,
  waitingFor,
} from "#tests/support/data/subscribers.ts";
import { type Response, request } from "#tests/support/http/http.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { expect, test } from "#tests/support/stand-ins/mail-test.ts";

/** An answer without what is drawn or told by the clock, and the address that was sent. */
function shapeOf({ status, headers, text }: Response, email: string): string {
  const { date: _, "x-request-id": __, etag: ___, ...rest } = headers;
  const drawn = /"id":"[\w-]{32}"|"created_at":"[\dT:-]+"/g;
  const body = text.replace(drawn, (found) => found.slice(0, 5)).replace(email, "");
  return JSON.stringify([status, rest, body]);
}

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
