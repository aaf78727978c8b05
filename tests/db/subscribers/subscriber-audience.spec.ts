import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { changeChoice, confirmSubscription, renewLink } from "#lib/subscribers/sign-up/manage.ts";
import type { Subscribe } from "#lib/subscribers/sign-up/schema.ts";
import { unsubscribe } from "#lib/subscribers/sign-up/unsubscribe.ts";
import { addToGroup } from "#tests/support/data/access-groups.ts";
import { shiftedBy } from "#tests/support/data/addresses.ts";
import { mintOrganization, mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import { ask, newAddress, subscriptionsOf, visitor } from "#tests/support/data/subscribers.ts";
import { refusedOn, SLACK, tokens } from "#tests/support/http/subscribe-calls.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(({ database }) => installJobs().then(() => void database));

test.afterEach(() => shiftClock(0));

async function confirmed(db: Db, page: { id: number; subdomain: string }, email: string) {
  await ask(db, page.subdomain, { email });
  const token = (await tokens(db, page.id)).at(-1) ?? "";
  return confirmSubscription(visitor(db), { subdomain: page.subdomain, token });
}

test("links cannot be guessed, are kept as hashes, and open nothing on another page", async ({
  database,
  organization: { id, page },
}) => {
  const { token: manage } = await confirmed(database, page, newAddress());
  const [confirm = ""] = await tokens(database, page.id);
  for (const token of [manage, confirm]) expect(token).toMatch(/^[\w-]{32}$/);
  const rows = await database
    .selectFrom("subscription_links")
    .selectAll()
    .where("status_page_id", "=", page.id)
    .execute();
  expect(rows.map(({ token_hash }) => token_hash.byteLength)).toEqual([32, 32]);
  for (const token of [manage, confirm]) expect(JSON.stringify(rows)).not.toContain(token);
  const other = await mintPage(database, id);
  const ctx = visitor(database);
  const elsewhere = { subdomain: other.subdomain, token: manage };
  for (const attempt of [
    () => unsubscribe(ctx, elsewhere),
    () => unsubscribe(ctx, { subdomain: page.subdomain, token: confirm }),
    () => confirmSubscription(ctx, { subdomain: other.subdomain, token: confirm }),
    () => confirmSubscription(ctx, { subdomain: page.subdomain, token: manage }),
    () => changeChoice(ctx, elsewhere, { filter: "all" }, "en"),
    () => renewLink(ctx, elsewhere),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("whoever holds the link changes what they hear about, renews the link, and ends it all", async ({
  database,
  organization: { page },
}) => {
  const service = await mintService(database, page.id);
  const { token } = await confirmed(database, page, newAddress());
  const ctx = visitor(database);
  const target = { subdomain: page.subdomain, token };
  await changeChoice(ctx, target, { filter: "services", service_ids: [service] }, "de");
  expect(await subscriptionsOf(database, page.id)).toMatchObject([
    { filter: "services", locale: "de" },
  ]);
  await changeChoice(ctx, target, { filter: "incident_types", incident_types: ["major"] }, "de");
  expect(await subscriptionsOf(database, page.id)).toMatchObject([{ incident_types: ["major"] }]);
  const renewed = { ...target, token: await renewLink(ctx, target) };
  await expect(unsubscribe(ctx, target)).rejects.toMatchObject({ code: "not_found" });
  await unsubscribe(ctx, renewed);
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
  await expect(unsubscribe(ctx, renewed)).rejects.toMatchObject({ code: "not_found" });
});

test("a link of an earlier subscription ends the one that the same address has now", async ({
  database,
  organization: { page },
}) => {
  const [email, stranger] = [newAddress(), newAddress()];
  const ctx = visitor(database);
  const first = await confirmed(database, page, email);
  await unsubscribe(ctx, { subdomain: page.subdomain, token: first.token });
  await confirmed(database, page, email.toUpperCase());
  await confirmed(database, page, stranger);
  await unsubscribe(ctx, { subdomain: page.subdomain, token: first.token });
  const left = await subscriptionsOf(database, page.id);
  expect(left.map((row) => row.email)).toEqual([stranger]);
  const again = await confirmed(database, page, email);
  const target = { subdomain: page.subdomain, token: again.token };
  await renewLink(ctx, target);
  await expect(unsubscribe(ctx, target)).rejects.toMatchObject({ code: "not_found" });
});

test("a link that was replaced never works again, for whatever the address subscribes to later", async ({
  database,
  organization: { page },
}) => {
  const [email, ctx] = [newAddress(), visitor(database)];
  const leaked = {
    subdomain: page.subdomain,
    token: (await confirmed(database, page, email)).token,
  };
  await unsubscribe(ctx, { ...leaked, token: await renewLink(ctx, leaked) });
  const { token } = await confirmed(database, page, email);
  expect(token).not.toBe(leaked.token);
  await expect(unsubscribe(ctx, leaked)).rejects.toMatchObject({ code: "not_found" });
  await unsubscribe(ctx, { ...leaked, token });
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
});

test("a visitor chooses nothing that they do not see, and not nothing", async ({
  database,
  organization: { id, page },
}) => {
  const hidden = await mintService(database, page.id, { private: true });
  const foreign = await mintService(database, (await mintPage(database, id)).id);
  const cases: [Subscribe, string, string][] = [
    [{ filter: "services", service_ids: [hidden] }, "service_ids", "unknown"],
    [{ filter: "services", service_ids: [foreign] }, "service_ids", "unknown"],
    [{ filter: "services" }, "service_ids", "none_chosen"],
    [{ filter: "incident_types" }, "incident_types", "none_chosen"],
    [{ filter: "incident_types", incident_types: ["unheard"] }, "incident_types", "unknown"],
    [{ filter: "incident", incident_id: 1 }, "incident_id", "unknown"],
    [{ email: null }, "email", "blank"],
  ];
  for (const [input, field, code] of cases)
    await expect(
      ask(database, page.subdomain, { email: newAddress(), ...input }),
    ).rejects.toMatchObject(refusedOn(field, code));
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
});

test("what a page does not offer is refused, and so is what cannot work", async ({ database }) => {
  const { page } = await mintOrganization(database, {
    settings: { chat_a_subscriptions_enabled: false, subscribers_enabled: false },
  });
  const cases = [
    [{ email: newAddress() }, "channel", "not_offered"],
    [{ channel: "webhook", webhook_url: "https://example.com/" }, "channel", "not_offered"],
    [{ channel: "chat", chat_url: `${SLACK}x` }, "chat_url", "not_offered"],
    [{ channel: "chat", chat_url: "https://example.com/x" }, "chat_url", "unknown_chat"],
    [{ channel: "chat" }, "chat_url", "blank"],
    [
      { channel: "chat", chat_url: "https://acme.webhook.office.com/webhookb2/x" },
      "chat_url",
      "retired_teams",
    ],
  ] as const;
  for (const [input, field, code] of cases)
    await expect(ask(database, page.subdomain, input)).rejects.toMatchObject(
      refusedOn(field, code),
    );
  const open = await mintOrganization(database);
  const inside = { channel: "webhook", webhook_url: "http://10.0.0.1/hook" } as const;
  await expect(ask(database, open.page.subdomain, inside)).rejects.toMatchObject(
    refusedOn("webhook_url", "private_target"),
  );
});

test("a page for members sends to its members, and to domains that it allows", async ({
  database,
}) => {
  const { id, page } = await mintOrganization(database, {
    member_restricted: true,
    settings: { allowed_email_domains: "partner.example\nother.example" },
  });
  const { subdomain } = page;
  await expect(ask(database, subdomain, { email: newAddress() })).rejects.toMatchObject({
    code: "forbidden",
  });
  const viewer = await mintUser(database, id, "viewer");
  const ctx = visitor(database, { kind: "user", user_id: viewer.id, api_key_id: null });
  await expect(ask(database, subdomain, { email: newAddress() }, ctx)).rejects.toMatchObject(
    refusedOn("email", "members_only"),
  );
  await ask(database, subdomain, { email: viewer.email.toUpperCase() }, ctx);
  await ask(database, subdomain, { email: "x@Partner.example" }, ctx);
  await expect(
    ask(database, subdomain, { email: "x@notpartner.example" }, ctx),
  ).rejects.toMatchObject(refusedOn("email", "members_only"));
  expect(await subscriptionsOf(database, page.id)).toHaveLength(2);
});

test("who sees some services of a page hears of those at most", async ({ database }) => {
  const { id, page } = await mintOrganization(database, { member_restricted: true });
  const [seen, hidden] = [
    await mintService(database, page.id),
    await mintService(database, page.id),
  ];
  const viewer = await mintUser(database, id, "viewer");
  await addToGroup(database, page.id, seen, viewer.id);
  const ctx = visitor(database, { kind: "user", user_id: viewer.id, api_key_id: null });
  await ask(database, page.subdomain, { email: viewer.email, filter: "all" }, ctx);
  const [row] = await subscriptionsOf(database, page.id);
  const links = await database
    .selectFrom("subscription_services")
    .select("service_id")
    .where("subscription_id", "=", row?.id ?? 0)
    .execute();
  expect([row?.filter, links]).toEqual(["services", [{ service_id: seen }]]);
  const asked: Subscribe = { email: viewer.email, filter: "services", service_ids: [hidden] };
  await expect(ask(database, page.subdomain, asked, ctx)).rejects.toMatchObject(
    refusedOn("service_ids", "unknown"),
  );
});

test("a link works at every address of its page, long after one was given up, and at no other's", async ({
  database,
  organization: { id, page },
}) => {
  const own = { name: `${page.subdomain}.example`, kind: "custom" };
  await database
    .insertInto("addresses")
    .values({ ...own, status_page_id: page.id })
    .execute();
  const former = page.subdomain;
  const { token } = await confirmed(database, page, newAddress());
  await database
    .updateTable("status_pages")
    .set({ subdomain: `${former}-new` })
    .where("id", "=", page.id)
    .execute();
  await shiftedBy(database, former, -400);
  const renewed = await renewLink(visitor(database), { subdomain: own.name, token });
  const other = await mintPage(database, id);
  const elsewhere = { subdomain: other.subdomain, token: renewed };
  await expect(unsubscribe(visitor(database), elsewhere)).rejects.toMatchObject({
    code: "not_found",
  });
  await unsubscribe(visitor(database), { subdomain: former, token: renewed });
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
});
