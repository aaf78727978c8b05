import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { requestCertificate } from "#lib/domains/certificates/queries.ts";
import { checkDomain } from "#lib/domains/diagnosis/report.ts";
import { readHosts } from "#lib/domains/host-directory/read.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { domainPage, newName } from "#tests/support/data/domain-pages.ts";
import { DomainWorld, TARGET } from "#tests/support/data/domain-world.ts";
import { putDomain } from "#tests/support/data/domains.ts";
import { openCdns } from "#tests/support/stand-ins/cdns.ts";
import { expect, test } from "#tests/support/test.ts";

let world: DomainWorld;
test.beforeEach(async ({ database }) => {
  void database;
  world = await DomainWorld.open();
  world.dns.add(TARGET, "A", "127.0.0.1");
});
test.afterEach(() => world.close());

type Page = Awaited<ReturnType<typeof domainPage>>;

/** What a page is told that asks for a name in vain. */
async function refusalOf(page: Page, name: string, provider = "cdn_b") {
  const refused = await page.ask(provider, name).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  const [, proof] = (refused as AppError).fields["domain_config.domain"] ?? [];
  const record = `_allclear.${name}`;
  const value = expect.stringMatching(/^[0-9a-f]{64}$/);
  const errors = [{ code: "taken" }, { code: "domain_proof", values: { record, value } }];
  expect(refused).toMatchObject({ code: "invalid", fields: { "domain_config.domain": errors } });
  return { refused: refused as AppError, record, value: String(proof?.values?.value) };
}

/** An order that failed. @returns whether it still waits for its next time */
async function failOrder(db: Db, wanted: { name: string; status_page_id: number }) {
  await requestCertificate(db, wanted);
  const row = db.updateTable("certificates").where("name", "=", wanted.name);
  const due_at = sql<string>`now() + interval '1 hour'`;
  await row.set({ error: "No.", due_at }).execute();
  return async () => {
    const { rows } = await sql`
      select from certificates where name = ${wanted.name} and due_at > now()`.execute(db);
    return rows.length === 1;
  };
}

for (const provider of ["cdn_a", "cdn_b", "legacy_custom_domain"])
  test(`${provider}: who asked for another one's name without proof gives it up to the owner, and is told`, async ({
    database,
  }) => {
    const [squatter, owner] = [await domainPage(database), await domainPage(database)];
    const name = newName();
    await squatter.ask(provider, name);
    await squatter.turn(3);
    const { record, value } = await refusalOf(owner, name, provider);
    world.dns.add(record, "TXT", "v=spf1 -all");
    await refusalOf(owner, name, provider);
    world.dns.add(record, "TXT", value);
    expect(await owner.ask(provider, name)).toMatchObject({ status: "configuring", domain: name });
    const error = `The TXT record ${record} says that ${name} belongs to another page.`;
    expect(await squatter.config()).toMatchObject({ status: "failed_to_configure", error });
    expect(await squatter.events()).toEqual(["configuring", "failed_to_configure"]);
    expect(await squatter.letters()).toBe(1);
    // Nor does it get the name back, or its page shown there, or the owner's orders spent.
    const late = await failOrder(database, { name, status_page_id: owner.page.id });
    await checkDomain(systemContext(database, "test"), squatter.page);
    expect(await late()).toBe(true);
    expect((await refusalOf(squatter, name, provider)).value).not.toBe(value);
    await squatter.turn(2);
    expect(await squatter.phases()).toEqual([[name, null, "failed"]]);
    world.dns.add(name, "CNAME", TARGET);
    world.dns.add(`_allclear-certificate.${name}`, "TXT", `${value.slice(0, 32)}-certificate`);
    await owner.turn(3);
    expect(await owner.config()).toMatchObject({ status: "active" });
  });

test("a domain in use is nobody else's, whatever the record says, and the refusal does not tell", async ({
  database,
}) => {
  const [first, other] = [await domainPage(database), await domainPage(database)];
  const name = newName();
  await first.ask("cdn_b", name);
  const { refused, record, value } = await refusalOf(other, name);
  world.dns.add(name, "CNAME", TARGET);
  await first.turn(3);
  expect(await first.config()).toMatchObject({ status: "active" });
  world.dns.add(record, "TXT", value);
  expect((await refusalOf(other, name)).refused).toEqual(refused);
  // Nor while it is set up anew elsewhere.
  await first.ask("cdn_a", name);
  expect((await refusalOf(other, name)).refused).toEqual(refused);
  expect(await first.config()).toMatchObject({ status: "configuring", domain: name });
});

test("a name that leads here shows no page but the one that its record names", async ({
  database,
}) => {
  const [squatter, owner] = [await domainPage(database), await domainPage(database)];
  const name = newName();
  await squatter.ask("cdn_b", name);
  const { record, value } = await refusalOf(owner, name);
  // The owner creates all records at once, and the worker is faster than the next request.
  world.dns.add(name, "CNAME", TARGET).add(record, "TXT", value);
  await squatter.turn(3);
  expect(await squatter.config()).toMatchObject({ status: "configuring" });
  const [row] = await squatter.rows();
  const problems = [expect.objectContaining({ said: expect.anything(), urgency: "error" })];
  expect(row).toMatchObject({
    proven_at: null,
    report: { state: "waiting", said: { code: "waiting_owner" }, problems },
  });
  expect(await readHosts(database, [name])).toEqual(new Map());
  await owner.ask("cdn_b", name);
  await owner.turn(4);
  expect(await owner.config()).toMatchObject({ status: "active" });
});

test("what a CDN found active is not shown where the record names another page", async ({
  database,
}) => {
  const cdns = await openCdns();
  const [squatter, owner] = [await domainPage(database), await domainPage(database)];
  const name = newName();
  await squatter.ask("cdn_a", name);
  await squatter.turn(3);
  const { record, value } = await refusalOf(owner, name, "cdn_a");
  cdns.dns.add(record, "TXT", value);
  cdns.a.set(name, "active", "active");
  const theirs = cdns.a.named(name)?.id;
  await squatter.turn();
  expect(await squatter.config()).toMatchObject({ status: "configuring" });
  expect(await squatter.rows()).toMatchObject([{ trouble: expect.stringContaining(record) }]);
  await owner.ask("cdn_a", name);
  await squatter.turn();
  expect(cdns.a.named(name)).toBeUndefined();
  await owner.turn(3);
  expect(cdns.a.named(name)?.id).not.toBe(theirs);
  cdns.a.set(name, "active", "active");
  await owner.turn();
  expect(await owner.config()).toMatchObject({ status: "active", external_id: expect.anything() });
  await cdns.close();
});

test("what is asked for anew is proven anew; what is shown stays so meanwhile", async ({
  database,
}) => {
  const page = await domainPage(database);
  const name = newName();
  const fail = { status: "failed_to_configure" } as const;
  const proofs = async () => (await page.rows()).map(({ proven_at }) => proven_at !== null);
  world.dns.add(name, "CNAME", TARGET);
  await page.ask("cdn_b", name);
  await page.turn(3);
  expect(await proofs()).toEqual([true]);
  await putDomain(database, page.page.id, { ...(await page.config()), ...fail });
  world.dns.remove(name);
  await page.ask("cdn_b", name);
  await page.turn(2);
  expect(await proofs()).toEqual([false]);
  expect((await readHosts(database, [name])).get(name)).toMatchObject({ allowed: true });
  world.dns.add(name, "CNAME", TARGET);
  await page.turn();
  expect(await proofs()).toEqual([true]);
});
