import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authorizeSubscriber } from "#lib/core/access/authorize.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { createSubscription, updateSubscription } from "#lib/subscribers/change.ts";
import { normalizeAddresses } from "#lib/subscribers/normalize-addresses.ts";
import { readPerson } from "#lib/subscribers/personal-data.ts";
import { getSubscription, listSubscriptions } from "#lib/subscribers/read.ts";
import { CreateSubscription, UpdateSubscription } from "#lib/subscribers/schema.ts";
import { manageTokens } from "#lib/subscribers/tokens.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { ask, subscriptionsOf, visitor, waitingFor } from "#tests/support/data/subscribers.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ database }) => {
  await installJobs().then(() => void database);
});

async function opened(db: Db) {
  const room = await newsroom(db, { settings: { sms_notifications_enabled: true } });
  const add = (fields: Record<string, unknown>) =>
    createSubscription(room.ctx, room.page, parseInput(CreateSubscription, fields));
  const change = (subscription_id: number, fields: Record<string, unknown>) =>
    updateSubscription(
      room.ctx,
      { ...room.page, subscription_id },
      parseInput(UpdateSubscription, fields),
    );
  const rows = () => subscriptionsOf(db, room.page.id);
  return { ...room, add, change, rows };
}

const SLACK = "https://hooks.slack.com/services/T0/B0/x";
const DISCORD = "https://discord.com/api/webhooks/1/a";

type Fields = Record<string, unknown>;
const SPELLINGS: [first: Fields, again: Fields, field: string][] = [
  [
    { type: "email", email: "jörg@müller.example" },
    { type: "email", email: "Jörg@xn--mller-kva.example" },
    "email",
  ],
  [
    { type: "sms", country_dial_code: "49", phone_number: "01511234567" },
    { type: "sms", country_dial_code: "49", phone_number: "1511234567" },
    "phone_number",
  ],
  ...[`${SLACK}/`, `${SLACK}?x=1`, "https://HOOKS.slack.com:443/services/T0/B0/x"].map(
    (webhook_url): [Fields, Fields, string] => [
      { type: "slack", webhook_url: SLACK },
      { type: "slack", webhook_url },
      "webhook_url",
    ],
  ),
];

test("an address in another spelling is taken, and its own spelling is echoed", async ({
  database,
}) => {
  for (const [first, again, field] of SPELLINGS) {
    const { add, rows } = await opened(database);
    expect(await add(first)).toMatchObject(first);
    await expect(add(again)).rejects.toMatchObject({ fields: { [field]: [{ code: "taken" }] } });
    expect(await rows()).toHaveLength(1);
  }
});

test("another spelling of an address keeps its confirmation and its secret", async ({
  database,
}) => {
  const { add, change, rows } = await opened(database);
  const { id } = await add({ type: "email", email: "ada@müller.example", confirm: true });
  expect(await change(id, { email: "Ada@xn--mller-kva.example" })).toMatchObject({
    ...{ email: "Ada@xn--mller-kva.example", confirm: true },
  });
  const hook = await add({ type: "webhook", webhook_url: "https://a.example/hook" });
  expect(await change(hook.id, { webhook_url: "https://A.example/hook" })).not.toHaveProperty(
    "secret",
  );
  expect(await change(id, { email: "eve@example.com" })).toMatchObject({ confirm: false });
  expect((await rows()).map(({ address_key }) => address_key?.length)).toEqual([32, 32]);
});

test("the form, search and a person's data find an address in any spelling", async ({
  database,
}) => {
  const { add, page, ctx, rows } = await opened(database);
  await add({ type: "email", email: "jörg@müller.example", confirm: true });
  const number = { type: "sms", country_dial_code: "49", phone_number: "015112345678" };
  const { id } = await add({ ...number, confirm: true });
  await add({ type: "slack", webhook_url: `${SLACK}/` });
  const { subdomain } = page;
  await ask(database, subdomain, { email: "JÖRG@xn--mller-kva.example" });
  await ask(database, subdomain, { channel: "chat", chat_url: SLACK });
  expect(await rows()).toHaveLength(3);
  const found = await listSubscriptions(ctx, page, { limit: 9 }, "+4915112345678");
  expect(found.rows.map((row) => row.id)).toEqual([id]);
  for (const address of ["jörg@XN--MLLER-KVA.example", "+49 (0)151 12345678", `${SLACK}?x=1`])
    expect([address, (await readPerson(ctx, page, { address })).subscriptions.length]).toEqual([
      address,
      1,
    ]);
});

test("an address of another kind, or of a retired one, is refused wherever it is given", async ({
  database,
}) => {
  const { add, change, page, rows } = await opened(database);
  const retired = "https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d";
  const refusals: [Fields, object][] = [
    [{ type: "teams", webhook_url: retired }, { webhook_url: [{ code: "retired_teams" }] }],
    [
      { type: "slack", webhook_url: DISCORD },
      { type: [{ code: "not_one_of", values: { allowed: "discord" } }] },
    ],
    [
      { type: "webhook", webhook_url: SLACK },
      { type: [{ code: "not_one_of", values: { allowed: "slack" } }] },
    ],
  ];
  const { id } = await add({ type: "webhook", webhook_url: "https://a.example/hook" });
  for (const [input, fields] of refusals) {
    await expect(add(input)).rejects.toMatchObject({ fields });
    await expect(change(id, input)).rejects.toMatchObject({ fields });
  }
  const typed = { channel: "webhook", webhook_url: retired } as const;
  await expect(ask(database, page.subdomain, typed)).rejects.toMatchObject({
    fields: { webhook_url: [{ code: "retired_teams" }] },
  });
  await ask(database, page.subdomain, { channel: "webhook", webhook_url: SLACK });
  expect((await rows()).map(({ type }) => type)).toEqual(["webhook", "slack"]);
});

test("whoever has an address of another kind already keeps it, and may change the rest", async ({
  database,
}) => {
  const { change, subscribe } = await opened(database);
  const { id } = await subscribe({ type: "slack", webhook_url: DISCORD });
  const now = await change(id, { type: "slack", webhook_url: DISCORD, locale: "de" });
  expect(now).toMatchObject({ webhook_url: DISCORD, locale: "de" });
});

test("a subscription whose only service was deleted can still be changed", async ({ database }) => {
  const { change, subscribe, page, ctx } = await opened(database);
  const service = await mintService(database, page.id);
  const { id } = await subscribe({ services: [service] });
  await database.deleteFrom("services").where("id", "=", service).execute();
  const whole = await getSubscription(ctx, { ...page, subscription_id: id });
  expect(await change(id, { metadata: { a: 1 } })).toMatchObject({ metadata: { a: 1 } });
  expect(await change(id, { ...whole, locale: "de" })).toMatchObject({ locale: "de" });
  await expect(change(id, { filter: "incident" })).rejects.toMatchObject({ code: "invalid" });
});

test("doubles of before are merged at the start: nobody hears more, and nobody is notified", async ({
  database,
}) => {
  const { subscribe, page, rows, service } = await opened(database);
  const narrow = { type: "slack" as const, services: [service] };
  const [kept] = [await subscribe({ ...narrow, webhook_url: SLACK })];
  await subscribe({ type: "slack", webhook_url: `${SLACK}/`, confirmed_at: null });
  await subscribe({ ...narrow, webhook_url: `${SLACK}?x=1` });
  const wide = await subscribe({ email: "jörg@müller.example" });
  await subscribe({ email: "jörg@xn--mller-kva.example", services: [service] });
  const alone = await subscribe({ email: "Ada@example.com" });
  await sql`update subscriptions set webhook_url = ${SLACK} where id = ${kept.id}`.execute(
    database,
  );
  await normalizeAddresses(database);
  expect((await rows()).map(({ id, filter, email }) => [id, filter, email])).toEqual([
    [kept.id, "services", null],
    [wide.id, "all", "jörg@müller.example"],
    [alone.id, "all", "Ada@example.com"],
  ]);
  const { rows: left } = await sql`select from subscriptions
    where status_page_id = ${page.id}
      and (address_key is null or webhook_url like 'https:%')`.execute(database);
  expect(left).toEqual([]);
  expect(await waitingFor(database, page.id)).toEqual([]);
  await normalizeAddresses(database);
  expect(await rows()).toHaveLength(3);
});

test("links in mails of a merged double lead to the subscription that was kept", async ({
  database,
}) => {
  const { subscribe, page } = await opened(database);
  const [kept, gone] = [
    await subscribe({ email: "jörg@müller.example" }),
    await subscribe({ email: "jörg@xn--mller-kva.example" }),
  ];
  const grant = await systemGrant(database, page.subdomain);
  const tokens = await manageTokens(database, grant, [gone.id]);
  await normalizeAddresses(database);
  const now = await manageTokens(database, grant, [kept.id]);
  const led = [tokens.get(gone.id), now.get(kept.id)].map(async (token = "") => {
    const asked = { subdomain: page.subdomain, token, purpose: "manage" } as const;
    return (await authorizeSubscriber(visitor(database), asked)).subscription_id;
  });
  expect(await Promise.all(led)).toEqual([kept.id, kept.id]);
});

test("doubles that ask for different news both stay, and hear what they asked for", async ({
  database,
}) => {
  const { subscribe, change, add, rows, service, page, ctx } = await opened(database);
  const email = "jörg@müller.example";
  const first = await subscribe({ email, services: [service] });
  const types = { filter: "incident_types" as const, incident_types: ["major"] };
  const second = await subscribe({ email: "jörg@xn--mller-kva.example", ...types });
  for (let start = 0; start < 2; start += 1) {
    await normalizeAddresses(database);
    const found = (await rows()).map((row) => [row.id, row.filter, row.address_twin]);
    expect(found).toEqual([
      [first.id, "services", 0],
      [second.id, "incident_types", second.id],
    ]);
  }
  const grant = await systemGrant(database, page.subdomain);
  const tokens = await manageTokens(database, grant, [first.id, second.id]);
  expect(new Set(tokens.values()).size).toBe(2);
  await change(second.id, { metadata: { a: 1 } });
  await expect(add({ type: "email", email })).rejects.toMatchObject({ code: "invalid" });
  expect((await readPerson(ctx, page, { address: email })).subscriptions).toHaveLength(2);
  await database.deleteFrom("subscriptions").where("id", "=", first.id).execute();
  const taken = { fields: { email: [{ code: "taken" }] } };
  await expect(add({ type: "email", email })).rejects.toMatchObject(taken);
  const { id } = await add({ type: "email", email: "eve@example.com" });
  await expect(change(id, { email })).rejects.toMatchObject(taken);
});

test("an address that a program without keys changed goes by its spelling until it is keyed", async ({
  database,
}) => {
  const { add, change, rows } = await opened(database);
  const { id } = await add({ type: "email", email: "ada@example.com", confirm: true });
  await add({ type: "email", email: "eve@example.com", confirm: true });
  const keys = async () => (await rows()).map(({ address_key }) => address_key);
  const [before] = await keys();
  await sql`update subscriptions set email = 'Bob@example.com' where id = ${id}`.execute(database);
  expect((await keys())[0]).toBeNull();
  await add({ type: "email", email: "ada@example.com" });
  await expect(add({ type: "email", email: "bob@example.com" })).rejects.toMatchObject({
    fields: { email: [{ code: "taken" }] },
  });
  await normalizeAddresses(database);
  expect((await keys()).map((key) => key?.length)).toEqual([32, 32, 32]);
  expect((await keys())[0]).not.toBe(before);
  await change(id, { email: "BOB@example.com" });
  expect((await keys()).map((key) => key?.length)).toEqual([32, 32, 32]);
});

test("an address that is taken while addresses are keyed merges at the second attempt", async ({
  database,
}) => {
  const { subscribe, rows, page } = await opened(database);
  await subscribe({ email: "jörg@müller.example" });
  const other = await subscribe({ email: "eve@example.com" });
  let keying: Promise<void> | undefined;
  await database.transaction().execute(async (trx) => {
    const email = "jörg@xn--mller-kva.example";
    await sql`update subscriptions set email = ${email} where id = ${other.id}`.execute(trx);
    keying = normalizeAddresses(database);
    await untilWaiting(database, 1, "address_key");
  });
  await keying;
  expect((await rows()).map(({ status_page_id }) => status_page_id)).toEqual([page.id]);
});
