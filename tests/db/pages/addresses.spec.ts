import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { CreateStatusPage, UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { shiftedBy } from "#tests/support/data/addresses.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

async function addressesOf(db: Db, id: number) {
  return db
    .selectFrom("addresses")
    .select(["name", "is_primary"])
    .select(
      sql<number | null>`round(extract(epoch from redirects_until - now()) / 86400)::int`.as(
        "days",
      ),
    )
    .where("status_page_id", "=", id)
    .orderBy("name")
    .execute();
}

function rename(db: Db, { id, page }: Minted, subdomain: string) {
  const input = parseInput(UpdateStatusPage, { subdomain });
  const target = { organization_id: id, subdomain: page.subdomain };
  return updateStatusPage(systemContext(db, "test"), target, input);
}

function create(db: Db, { id }: Minted, more: object) {
  const input = { name: "P", url: "https://example.com", time_zone: "UTC", ...more };
  const target = { organization_id: id };
  return createStatusPage(systemContext(db, "test"), target, parseInput(CreateStatusPage, input));
}

async function outcomes(work: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled
    .map((each) => (each.status === "fulfilled" ? "done" : each.reason.code))
    .toSorted();
}

test("of many who want a name at once, as a subdomain or a domain, one gets it", async ({
  database,
}) => {
  const [first, second] = [await mintOrganization(database), await mintOrganization(database)];
  const name = `wanted-${first.page.subdomain}`;
  const wishes = [
    ...[first, second].map((each) => rename(database, each, name)),
    ...[first, second, first].map((each) => create(database, each, { subdomain: name })),
  ];
  const refused = Array.from({ length: 4 }, () => "invalid");
  expect(await outcomes(wishes)).toEqual(["done", ...refused]);
  const domain = `${name}.example`;
  const domain_config = { provider: "cloudflare", domain };
  const pages = [first, second, first, second].map((each) =>
    create(database, each, { domain_config }),
  );
  expect(await outcomes(pages)).toEqual(["done", ...refused.slice(1)]);
  const holders = database.selectFrom("addresses").select("id").where("name", "in", [name, domain]);
  expect(await holders.execute()).toHaveLength(2);
});

test("a page has one primary address, and each former name for thirty days", async ({
  database,
  organization,
}) => {
  const { id, subdomain: a } = organization.page;
  const [b, c] = [`${a}-b`, `${a}-c`];
  await rename(database, organization, b);
  await rename(database, organization, c);
  expect(await addressesOf(database, id)).toEqual([
    { name: a, is_primary: false, days: 30 },
    { name: b, is_primary: false, days: 30 },
    { name: c, is_primary: true, days: null },
  ]);
  await rename(database, organization, a);
  expect(await addressesOf(database, id)).toEqual([
    { name: a, is_primary: true, days: null },
    { name: b, is_primary: false, days: 30 },
    { name: c, is_primary: false, days: 30 },
  ]);
  const second = sql`insert into addresses (status_page_id, name, kind, is_primary)
    values (${id}, ${`${a}-d`}, 'subdomain', true)`.execute(database);
  await expect(second).rejects.toThrow("addresses_primary");
});

test("a name whose thirty days are over is anybody's", async ({ database, organization }) => {
  const other = await mintOrganization(database);
  const { id, subdomain: name } = organization.page;
  await rename(database, organization, `${name}-b`);
  await shiftedBy(database, name, -29);
  expect(await outcomes([create(database, other, { subdomain: name })])).toEqual(["invalid"]);
  await shiftedBy(database, name, -2);
  await create(database, other, { subdomain: name });
  const holder = await database
    .selectFrom("addresses")
    .innerJoin("status_pages as page", "page.id", "addresses.status_page_id")
    .select(["page.organization_id", "is_primary"])
    .where("addresses.name", "=", name)
    .executeTakeFirstOrThrow();
  expect(holder).toEqual({ organization_id: other.id, is_primary: true });
  expect(await addressesOf(database, id)).toEqual([
    { name: `${name}-b`, is_primary: true, days: null },
  ]);
});

test("what the previous version writes, and it knows no addresses, has them all the same", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  const write = (values: object) =>
    database.updateTable("status_pages").set(values).where("id", "=", id).execute();
  const domain = `${subdomain}.example`;
  await write({ settings: { domain_config: { domain, status: "configuring" } } });
  await write({ subdomain: `${subdomain}-b` });
  const names = async () => (await addressesOf(database, id)).map(({ name }) => name);
  expect(await names()).toEqual([subdomain, `${subdomain}-b`, domain]);
  await write({ settings: {} });
  expect(await names()).toEqual([subdomain, `${subdomain}-b`]);
});
