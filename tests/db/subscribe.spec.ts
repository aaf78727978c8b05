import type { Db } from "#db/index.ts";
import { shiftClock } from "#lib/clock.ts";
import { installJobs } from "#lib/jobs/worker.ts";
import { unseal } from "#lib/seal.ts";
import { subscribeByScript, withdrawByScript } from "#lib/subscribe/by-script.ts";
import { confirmSubscription } from "#lib/subscribe/confirm.ts";
import { askForLink, chooseAnew, renewLink, unsubscribe } from "#lib/subscribe/manage.ts";
import type { Subscribe } from "#lib/subscribe/schema.ts";
import { pruneSubscriptions } from "#lib/subscriptions/prune-subscriptions.ts";
import { shiftedBy } from "#tests/support/addresses.ts";
import { mintOrganization, mintPage, mintService, mintUser } from "#tests/support/mint.ts";
import {
  ask,
  newAddress,
  subscriptionsOf,
  visitor,
  waitingFor,
} from "#tests/support/subscribers.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;
const SLACK = "https://hooks.slack.com/services/T0000/B0000/";

test.beforeEach(({ database }) => installJobs().then(() => void database));
test.afterEach(() => shiftClock(0));

/** The tokens of the links that wait to be sent, the oldest first. */
async function tokens(db: Db, status_page_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("outbox")
    .select("params_sealed")
    .where("status_page_id", "=", status_page_id)
    .orderBy("id")
    .execute();
  return rows.map(({ params_sealed }) => JSON.parse(unseal(params_sealed)).token);
}

async function confirmed(db: Db, page: { id: number; subdomain: string }, email: string) {
  await ask(db, page.subdomain, { email });
  const token = (await tokens(db, page.id)).at(-1) ?? "";
  return confirmSubscription(visitor(db), { subdomain: page.subdomain, token });
}

const refusedOn = (field: string, code: string) => ({
  code: "invalid",
  fields: { [field]: [expect.objectContaining({ code })] },
});

test("an address hears nothing before its holder says yes; saying it twice is saying it", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  expect(await ask(database, page.subdomain, { email })).toEqual({ state: "asked" });
  expect(await subscriptionsOf(database, page.id)).toMatchObject([
    { type: "email", email, filter: "all", confirmed_at: null, locale: "en" },
  ]);
  const [token = ""] = await tokens(database, page.id);
  const target = { subdomain: page.subdomain, token };
  const first = await confirmSubscription(visitor(database), target);
  const [row] = await subscriptionsOf(database, page.id);
  expect(row?.confirmed_at).not.toBeNull();
  expect(await confirmSubscription(visitor(database), target)).toEqual(first);
  expect(await subscriptionsOf(database, page.id)).toEqual([row]);
});

test("the answer is the same for an unknown, an asked and a subscribed address", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  const answers = [await ask(database, page.subdomain, { email })];
  answers.push(await ask(database, page.subdomain, { email: email.toUpperCase() }));
  const [token = ""] = await tokens(database, page.id);
  await confirmSubscription(visitor(database), { subdomain: page.subdomain, token });
  answers.push(await ask(database, page.subdomain, { email }));
  answers.push(await ask(database, page.subdomain, { email: newAddress(), company: "Acme" }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await waitingFor(database, page.id)).toEqual([
    "subscription.confirm",
    "subscription.confirm",
    "subscription.manage",
  ]);
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("of many who subscribe one address at once all succeed, and it is there once", async ({
  database,
  organization: { page },
}) => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask(database, page.subdomain, { email })),
  );
  expect(answers).toEqual(Array.from({ length: 6 }, () => ({ state: "asked" })));
  expect(await subscriptionsOf(database, page.id)).toHaveLength(1);
});

test("nobody is sent more than five mails a day of a page, and twenty of all pages", async ({
  database,
  organization: { id, page },
}) => {
  const email = newAddress();
  for (let time = 0; time < 7; time += 1) await ask(database, page.subdomain, { email });
  expect(await waitingFor(database, page.id)).toHaveLength(5);
  let all = 5;
  for (let each = 0; each < 5; each += 1) {
    const other = await mintPage(database, id);
    for (let time = 0; time < 4; time += 1) await ask(database, other.subdomain, { email });
    all += (await waitingFor(database, other.id)).length;
  }
  expect(all).toBe(20);
  shiftClock(DAY_MS + 1_000);
  await ask(database, page.subdomain, { email });
  expect(await waitingFor(database, page.id)).toHaveLength(6);
});

test("a client that sends too many forms waits; others do not", async ({
  database,
  organization: { page },
}) => {
  const busy = visitor(database);
  for (let time = 0; time < 60; time += 1)
    await ask(database, page.subdomain, { email: "x@example.com" }, busy);
  await expect(ask(database, page.subdomain, { email: newAddress() }, busy)).rejects.toMatchObject({
    code: "rate_limited",
    fields: { base: [{ code: "too_often" }] },
    retry_after_s: expect.any(Number),
  });
  await expect(
    askForLink(busy, { subdomain: page.subdomain }, { email: newAddress(), company: "" }),
  ).rejects.toMatchObject({ code: "rate_limited" });
  await expect(subscribeByScript(busy, page, { email: newAddress() }, "en")).rejects.toMatchObject({
    code: "rate_limited",
  });
  await expect(withdrawByScript(busy, page, { id: "x" })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await ask(database, page.subdomain, { email: newAddress() })).toEqual({ state: "asked" });
});

test("what nobody confirms within seven days is forgotten; what an operator entered stays", async ({
  database,
  organization: { page },
}) => {
  const [old, young] = [newAddress(), newAddress()];
  await database
    .insertInto("subscriptions")
    .values({ status_page_id: page.id, type: "email", filter: "all", email: newAddress() })
    .execute();
  await ask(database, page.subdomain, { email: old });
  const [token = ""] = await tokens(database, page.id);
  shiftClock(6 * DAY_MS);
  await ask(database, page.subdomain, { email: young });
  await pruneSubscriptions();
  expect(await subscriptionsOf(database, page.id)).toHaveLength(3);
  shiftClock(7 * DAY_MS + 1_000);
  const late = confirmSubscription(visitor(database), { subdomain: page.subdomain, token });
  await expect(late).rejects.toMatchObject({ code: "not_found" });
  await pruneSubscriptions();
  const left = await subscriptionsOf(database, page.id);
  expect(left.map(({ email }) => email)).not.toContain(old);
  expect(left).toHaveLength(2);
});

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
    () => chooseAnew(ctx, elsewhere, { filter: "all" }, "en"),
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
  await chooseAnew(ctx, target, { filter: "services", service_ids: [service] }, "de");
  expect(await subscriptionsOf(database, page.id)).toMatchObject([
    { filter: "services", locale: "de" },
  ]);
  await chooseAnew(ctx, target, { filter: "incident_types", incident_types: ["major"] }, "de");
  expect(await subscriptionsOf(database, page.id)).toMatchObject([{ incident_types: ["major"] }]);
  const renewed = { ...target, token: await renewLink(ctx, target) };
  await expect(unsubscribe(ctx, target)).rejects.toMatchObject({ code: "not_found" });
  await unsubscribe(ctx, renewed);
  expect(await subscriptionsOf(database, page.id)).toEqual([]);
  await expect(unsubscribe(ctx, renewed)).rejects.toMatchObject({ code: "not_found" });
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

test("the address of a chat is active at once, whoever has it manages it; Zoom's has its token", async ({
  database,
  organization: { page },
}) => {
  const { subdomain } = page;
  const chat = { channel: "chat", chat_url: `${SLACK}one` } as const;
  const first = await ask(database, subdomain, chat);
  expect(first).toEqual({ state: "active", type: "slack", token: expect.any(String) });
  const again: Subscribe = { ...chat, filter: "incident_types", incident_types: ["major"] };
  expect(await ask(database, subdomain, again)).toEqual(first);
  const zoom = { channel: "chat", chat_url: "https://inbots.zoom.us/incoming/hook/x" } as const;
  await expect(ask(database, subdomain, zoom)).rejects.toMatchObject(
    refusedOn("zoom_token", "zoom_token"),
  );
  await ask(database, subdomain, { ...zoom, zoom_token: "verify-me" });
  const rows = await subscriptionsOf(database, page.id);
  expect(rows).toMatchObject([
    { type: "slack", incident_types: ["major"], secret_sealed: null },
    { type: "zoom" },
  ]);
  expect(rows.every(({ confirmed_at }) => confirmed_at !== null)).toBe(true);
  expect(unseal(rows[1]?.secret_sealed ?? "")).toBe("verify-me");
  expect(await waitingFor(database, page.id)).toEqual([]);
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
  const group = await database
    .insertInto("access_groups")
    .values({ status_page_id: page.id, name: "Partners" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const within = { status_page_id: page.id, access_group_id: group.id };
  await database
    .insertInto("access_group_services")
    .values({ ...within, service_id: seen })
    .execute();
  const { id: membership_id } = await database
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", viewer.id)
    .executeTakeFirstOrThrow();
  await database
    .insertInto("access_group_memberships")
    .values({ ...within, membership_id })
    .execute();
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
