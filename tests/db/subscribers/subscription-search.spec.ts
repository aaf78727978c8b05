import fc from "fast-check";
import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { Slice } from "#db/keyset.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { searchSubscriptionRows } from "#lib/subscribers/search.queries.ts";
import { parseSearch } from "#lib/subscribers/search.ts";
import { asTheyAre, systemGrant } from "#tests/support/data/incidents.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { expect, test } from "#tests/support/test.ts";

const letters = fc.constantFrom("a", "B", "c", "ü", "1", "5", "+", ".", "%", "_", "'");
const word = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength });
const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom("1", "4", "5", "9"), minLength: 1, maxLength });
const email = fc
  .tuple(word(6), word(4))
  .map(([name, host]) => ({ email: `${name}@${host}.example` }));
const phone = fc.record({ country_dial_code: digits(3), phone_number: digits(5) });
type Address = { email: string } | { country_dial_code: string; phone_number: string };

const query = fc.oneof(
  word(4),
  fc.constant("@"),
  fc.constant(".example"),
  digits(5),
  digits(3).map((code) => `+${code}`),
  phone.map(({ country_dial_code, phone_number }) => `+${country_dial_code} ${phone_number}`),
);

// The interface's words, on all rows.
function isMeant(typed: string, address: Address): boolean {
  if ("email" in address)
    return !/^\+\d/.test(typed) && address.email.toLowerCase().includes(typed.toLowerCase());
  const { country_dial_code, phone_number } = address;
  return [`+${country_dial_code} ${phone_number}`, `+${country_dial_code}`, phone_number].includes(
    typed,
  );
}

/** Everything a search finds, slice by slice. */
async function found(db: Db, grant: PageGrant, typed: string, limit = 3) {
  const ids: number[] = [];
  for (let slice: Slice = { limit }; ; ) {
    const { rows, next, total_count } = await searchSubscriptionRows(
      db,
      grant,
      slice,
      parseSearch(typed),
      asTheyAre,
    );
    ids.push(...rows.map(({ id }) => id));
    if (!next) return { ids, total_count };
    slice = { limit, after: next };
  }
}

test("a search finds exactly what its words say, in the order of the ids", async ({
  database,
  organization,
}) => {
  const addresses = fc.uniqueArray(fc.oneof(email, phone), {
    maxLength: 25,
    selector: (one) => JSON.stringify(one).toLowerCase(),
  });
  await fc.assert(
    fc.asyncProperty(
      addresses,
      fc.array(query, { minLength: 1, maxLength: 6 }),
      async (subscribers, queries) => {
        const page = await mintPage(database, organization.id);
        const grant = await systemGrant(database, page.subdomain);
        const ids: number[] = [];
        for (const address of subscribers)
          ids.push(await mintSubscription(database, page.id, address));
        for (const typed of queries) {
          const expected = ids.filter((_, index) => isMeant(typed, subscribers[index] as Address));
          expect({ typed, ...(await found(database, grant, typed)) }).toEqual({
            typed,
            ids: expected,
            total_count: expected.length,
          });
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("a search sees no other page", async ({ database, organization }) => {
  const other = await mintPage(database, organization.id);
  await mintSubscription(database, other.id, { email: "ada@example.com" });
  expect(
    await found(database, await systemGrant(database, organization.page.subdomain), "ada"),
  ).toEqual({ ids: [], total_count: 0 });
});

test("among many, what is common, rare, or only at the end is found; counts stop at 1,000", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  await sql`
    insert into subscriptions (status_page_id, type, filter, email)
    select ${id}, 'email', 'all', case when n > 1500 then 'late' else 'early' end || n || '@example.com' from generate_series(1, 1530) as n
  `.execute(database);
  const grant = await systemGrant(database, subdomain);
  const late = await found(database, grant, "LATE", 20);
  expect([late.ids.length, new Set(late.ids).size, late.total_count]).toEqual([30, 30, 30]);
  const all = await found(database, grant, "@example", 100);
  expect([all.ids.length, new Set(all.ids).size, all.total_count]).toEqual([1530, 1530, 1_000]);
  expect((await found(database, grant, "early777@")).ids).toHaveLength(1);
  const back = await searchSubscriptionRows(
    database,
    grant,
    { limit: 20, before: [late.ids[25] ?? 0] },
    parseSearch("late"),
    asTheyAre,
  );
  expect(back.rows.map((row) => row.id)).toEqual(late.ids.slice(5, 25));
});
