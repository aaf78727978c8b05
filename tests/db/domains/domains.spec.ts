import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { deleteStatusPage } from "#lib/pages/create.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { mintCdn } from "#tests/support/data/integrations.ts";
import { TOKEN, ZONE } from "#tests/support/stand-ins/cdn-a.ts";
import { ACCOUNT_KEY } from "#tests/support/stand-ins/cdn-b.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let cdns: Awaited<ReturnType<typeof openCdns>>;
test.beforeAll(async () => {
  cdns = await openCdns();
});
test.afterAll(() => cdns.close());

const NONE = {
  provider: null,
  domain: null,
  main_hostname: null,
  previous_domain: null,
  status: "disabled",
  validation_records: null,
  external_id: null,
  pullzone_id: null,
  error: null,
};

type Page = Awaited<ReturnType<typeof domainPage>>;

async function activate({ ask, turn, config }: Page, name: string): Promise<void> {
  await ask("cdn_a", name);
  await turn(3);
  cdns.a.set(name, "active", "active");
  await turn();
  expect(await config()).toMatchObject({ domain: name, status: "active" });
}

async function addresses(database: Db, { page }: Page) {
  const rows = await database
    .selectFrom("addresses")
    .select(["name", "is_primary", "is_active", "redirects_until"])
    .where("status_page_id", "=", page.id)
    .where("kind", "=", "custom")
    .orderBy("name")
    .execute();
  const how = ({ is_primary, is_active, redirects_until }: (typeof rows)[number]) => {
    if (redirects_until !== null) return "leads on";
    if (is_primary) return "primary";
    return is_active ? "serves" : "waits";
  };
  return Object.fromEntries(rows.map((row) => [row.name, how(row)]));
}

const LONG_AGO = "2000-01-01T00:00:00";

/** Whether copies of the page were withdrawn since this was asked last. */
async function withdrawals(database: Db, { page }: Page) {
  const row = database.selectFrom("status_pages").select("withdrawn_at").where("id", "=", page.id);
  const { withdrawn_at } = await row.executeTakeFirstOrThrow();
  await database
    .updateTable("status_pages")
    .set({ withdrawn_at: LONG_AGO })
    .where("id", "=", page.id)
    .execute();
  return withdrawn_at !== LONG_AGO;
}

test("a new domain: the old one serves until the new one is active, then it leads there and leaves its provider", async ({
  database,
}) => {
  const page = await domainPage(database);
  const [old, next] = [newName(), newName()];
  await activate(page, old);
  await withdrawals(database, page);
  const asked = await page.ask("cdn_a", next);
  expect(asked).toMatchObject({ status: "configuring", previous_domain: old, external_id: null });
  expect(Object.values(asked.validation_records ?? {}).join("")).toBe("");
  await page.turn(4);
  expect(await addresses(database, page)).toEqual({ [old]: "primary", [next]: "waits" });
  expect(cdns.a.named(old)).toBeDefined();
  expect(await withdrawals(database, page)).toBe(false);
  cdns.a.set(next, "active", "active");
  await page.turn(2);
  expect(await page.config()).toMatchObject({ status: "active", previous_domain: old });
  expect(await addresses(database, page)).toEqual({ [old]: "leads on", [next]: "primary" });
  expect(await withdrawals(database, page)).toBe(true);
  expect(cdns.a.named(old)).toBeUndefined();
  expect(await page.phases()).toEqual([[next, "cdn_a", "active"]]);
  expect(await page.events()).toEqual(["configuring", "active", "configuring", "active"]);
});

test("a domain that fails leaves the old one serving; back to that one, and nothing was lost", async ({
  database,
}) => {
  const page = await domainPage(database);
  const [old, second, third] = [newName(), newName(), newName()];
  await activate(page, old);
  const { external_id } = await page.config();
  await page.ask("cdn_a", second);
  await page.turn(4);
  cdns.a.set(second, "blocked", "initializing");
  await page.turn();
  const failed = { status: "failed_to_configure", previous_domain: old };
  expect(await page.config()).toMatchObject(failed);
  expect(await page.ask("cdn_a", second)).toMatchObject({ previous_domain: old });
  expect(await page.ask("cdn_a", third)).toMatchObject({ previous_domain: old });
  expect(await addresses(database, page)).toEqual({ [old]: "primary", [third]: "waits" });
  expect(await page.ask("cdn_a", old)).toMatchObject({ previous_domain: null });
  expect(await addresses(database, page)).toEqual({ [old]: "primary" });
  await page.turn(2);
  expect(await page.config()).toMatchObject({ domain: old, status: "active", external_id });
  expect(cdns.a.named(second)).toBeUndefined();
  expect(await page.phases()).toEqual([[old, "cdn_a", "active"]]);
});

test("the same name by another provider: the first one serves it until the second one does, and is then cleaned up", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  await activate(page, name);
  expect(await page.ask("cdn_b", name)).toMatchObject({ previous_domain: null, external_id: null });
  await page.turn(4);
  expect(await page.phases()).toEqual([
    [name, "cdn_a", "former"],
    [name, "cdn_b", "configuring"],
  ]);
  expect(await addresses(database, page)).toEqual({ [name]: "primary" });
  await page.ask("cdn_a", name);
  await page.turn(2);
  expect(await page.phases()).toEqual([[name, "cdn_a", "active"]]);
  expect(cdns.b.zoneWith(name)).toBeUndefined();
  cdns.b.pointing.add(name);
  await page.ask("bunny", name);
  await page.turn(8);
  expect(await page.phases()).toEqual([[name, "cdn_b", "active"]]);
  expect(cdns.a.named(name)).toBeUndefined();
});

test("the provider's other name changes nothing at it", async ({ database }) => {
  const page = await domainPage(database);
  const name = newName();
  await activate(page, name);
  const { id } = cdns.a.named(name) ?? {};
  expect(await page.ask("cloudflare", name)).toMatchObject({ status: "configuring" });
  await page.turn(2);
  expect(await page.config()).toMatchObject({ provider: "cloudflare", status: "active" });
  expect(cdns.a.named(name)?.id).toBe(id);
});

test("two nulls remove the domain, its cached copies, and what the provider has of it", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  await activate(page, name);
  await withdrawals(database, page);
  expect(await page.ask(null, null)).toEqual(NONE);
  expect(await withdrawals(database, page)).toBe(true);
  expect(await addresses(database, page)).toEqual({});
  await page.turn();
  expect(cdns.a.named(name)).toBeUndefined();
  expect(await page.phases()).toEqual([]);
  expect(await page.events()).toEqual(["configuring", "active", "disabled"]);
  const taker = await domainPage(database);
  await activate(taker, name);
});

test("every transition is in the audit log, with what was before", async ({ database }) => {
  const page = await domainPage(database);
  const name = newName();
  await activate(page, name);
  cdns.a.set(name, "moved", "active");
  await page.turn();
  const entries = await database
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "changes", "before"])
    .where("status_page_id", "=", page.page.id)
    .orderBy("id")
    .execute();
  const of = (status: string) => expect.objectContaining({ domain: name, status });
  const told = (before: string, after: string) => ({
    action: "status_page.domain",
    actor_kind: "system",
    changes: { domain_config: of(after) },
    before: { domain_config: of(before) },
  });
  expect(entries).toMatchObject([
    { action: "status_page.update" },
    told("configuring", "active"),
    told("active", "failed_to_configure"),
  ]);
});

const CREDENTIALS = { cdn_a: { key: TOKEN, domain: ZONE }, cdn_b: { key: ACCOUNT_KEY } };
for (const [provider, credentials] of Object.entries(CREDENTIALS))
  test(`${provider}: deleting the page cleans up by the credentials that its integration had`, async ({
    database,
  }) => {
    const page = await domainPage(database);
    const name = newName();
    await mintCdn(database, page.page.id, { name: provider, ...credentials });
    const { env } = cdns;
    Object.assign(process.env, { CDN_A_KEY: "", CDN_B_KEY: "" });
    provideEnv({});
    await page.ask(provider, name);
    await page.turn(4);
    const isThere = () => Boolean(cdns.a.named(name) ?? cdns.b.zoneWith(name));
    expect(isThere()).toBe(true);
    const { id: organization_id } = page.organization;
    const target = { subdomain: page.page.subdomain, organization_id };
    await deleteStatusPage(systemContext(database, "test"), target);
    await page.turn();
    Object.assign(process.env, env);
    provideEnv({});
    expect(isThere()).toBe(false);
    expect(await page.rows()).toEqual([]);
  });
