import fc from "fast-check";
import { drawn } from "#tests/support/browser/drawn.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { PECULIAR } from "#tests/support/data/peculiar.ts";
import { pathOf, sampleIds } from "#tests/support/data/samples.ts";
import { allows } from "#tests/support/http/document.ts";
import { operations, queryOf, type Schema } from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

const RUNS = 30;

// What the document says in words.
const BEYOND_SCHEMA =
  /^The cursor is not valid|^from and to are days|^Give either before or after|^from must be before to$|more than \d+ points/;

// A query has texts alone. What is long meets the limit of the request's head first.
const peculiarTexts = PECULIAR.map((value) =>
  typeof value === "string" ? value : JSON.stringify(value),
).filter((text) => text.length < 2_000);

/** Whether a schema allows a text; numbers of a query are texts, too. */
function allowsText(schema: Schema): (text: string) => boolean {
  const isAllowed = allows(schema);
  const isNumber = (text: string) => schema.type === "integer" && /^-?[0-9]+$/.test(text);
  return (text) => isAllowed(isNumber(text) ? Number(text) : text);
}

for (const operation of operations.filter(({ declaration }) => declaration.query)) {
  const { method, path } = operation;
  test(`${method} ${path}: queries are answered that the document allows, and no others`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const headers = { authorization: organization.keys.owner };
    const parameters = Object.entries(queryOf(operation));
    const isAllowed = new Map(parameters.map(([name, schema]) => [name, allowsText(schema)]));
    const values = parameters.map(([name, schema]) => {
      const given = fc.oneof(drawn(schema, {}).map(String), fc.constantFrom(...peculiarTexts));
      return [name, given.map((text) => text.toWellFormed())] as const;
    });
    const queries = fc.record(Object.fromEntries(values), { requiredKeys: [] });
    const property = fc.asyncProperty(queries, async (query) => {
      const given = Object.entries(query) as [string, string][];
      const allowed = given.every(([name, text]) => isAllowed.get(name)?.(text));
      const target = `/api/v2${pathOf(path, ids)}?${new URLSearchParams(given)}`;
      const { status, text } = await server.request(target, { method, headers });
      const fine = operation.declaration.status ?? 200;
      const refusal = status === fine ? "" : JSON.parse(text).message;
      const explained = BEYOND_SCHEMA.test(refusal);
      expect([target, status]).toEqual([target, allowed && !explained ? fine : 400]);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
}
