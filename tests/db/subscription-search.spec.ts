import fc from "fast-check";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { listSubscriptionRows } from "#lib/subscriptions/queries.ts";
import { parseSearch } from "#lib/subscriptions/search.ts";
import { systemGrant } from "#tests/support/incidents.ts";
import { mintPage } from "#tests/support/mint.ts";
import { mintSubscription } from "#tests/support/subscriptions.ts";
import { expect, test } from "#tests/support/test.ts";

const letters = fc.constantFrom("a", "B", "c", "ü", "1", "5", "+", ".", "%", "_", "'");
const word = (maxLength: number) => fc.string({ unit: letters, minLength: 1, maxLength });
const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom("1", "4", "5", "9"), minLength: 1, maxLength });
const email = fc.tuple(word(6), word(4)).map(([name, host]) => ({ email: `${name}@${host}.example` }));
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
  if ("email" in address) return !/^\+\d/.test(typed) && address.email.toLowerCase().includes(typed.toLowerCase());
  const { country_dial_code, phone_number } = address;
  return [`+${country_dial_code} ${phone_number}`, `+${country_dial_code}`, phone_number].includes(typed);
}

async function found(db: Db, grant: PageGrant, typed: string) {
  const { rows, total_count } = await listSubscriptionRows(db, grant, { limit: 100 }, parseSearch(typed));
  return { ids: rows.map(({ id }) => id), total_count };
}

test("a search finds exactly what its words say, in the order of the ids", async ({ database, organization }) => {
  const addresses = fc.uniqueArray(fc.oneof(email, phone), { maxLength: 25, selector: (one) => JSON.stringify(one).toLowerCase() });
  await fc.assert(
    fc.asyncProperty(addresses, fc.array(query, { minLength: 1, maxLength: 6 }), async (subscribers, queries) => {
      const page = await mintPage(database, organization.id);
      const grant = await systemGrant(database, page.subdomain);
      const ids: number[] = [];
      for (const address of subscribers) ids.push(await mintSubscription(database, page.id, address));
      for (const typed of queries) {
        const expected = ids.filter((_, index) => isMeant(typed, subscribers[index] as Address));
        expect({ typed, ...(await found(database, grant, typed)) }).toEqual({ typed, ids: expected, total_count: expected.length });
      }
    }),
    { numRuns: 40 },
  );
});

test("a search sees no other page", async ({ database, organization }) => {
  const other = await mintPage(database, organization.id);
  await mintSubscription(database, other.id, { email: "ada@example.com" });
  expect(await found(database, await systemGrant(database, organization.page.subdomain), "ada")).toEqual({ ids: [], total_count: 0 });
});
