import fc from "fast-check";
import { wrapperOf } from "#lib/api/body.ts";
import type { Request } from "../support/http.ts";
import { mintOrganization } from "../support/mint.ts";
import { fieldsOf, type Operation, operations, requestOf, type Schema, variants } from "../support/operations.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "../support/samples.ts";
import type { TestServer } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

const FIELD_RUNS = 120;
const BODY_RUNS = 25;
const ADDRESS_RUNS = 40;

const PECULIAR: unknown[] = [
  ...["", " ", "\0", "\ud800", "\u202e", "'; --", "null", "__proto__", "0", "-0", "1e400", "NaN", "🙂".repeat(300), "x".repeat(70_000)],
  ...["2026-02-30T00:00:00", "2026-11-20T14:02:00+14:00", "0000-01-01T00:00:00", "+275760-09-13T00:00:00Z", "9999-12-31T23:59:60Z"],
  ...["https://", "http://[::1", "javascript:alert(1)", "a@b", "::/0", "999.1.1.1/33", "Etc/GMT+99", "%00", "../.."],
  ...[0, -0, -1, 0.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 5e-324, -1e21],
  ...[
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    [{}],
    [0],
    [1, 1],
    [2 ** 40],
    ["\0"],
    [[], {}],
    { "": "" },
    { constructor: 1 },
    { length: -1 },
  ],
  ...[{ de: { title: "\0" } }, { "\0": {} }, { de: null }, { "de-DE": { name: 1 } }, { toString: null }],
];

const anything = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PECULIAR) },
  { weight: 2, arbitrary: fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...PECULIAR), { maxLength: 4 }) },
);

type Path = (string | number)[];

/** Where something can be put in a record, down to the innermost field. */
function places(schema: Schema | undefined, path: Path = []): Path[] {
  const fields = Object.entries(fieldsOf(schema)).flatMap(([name, inner]) => places(inner, [...path, name]));
  const items = variants(schema).flatMap((variant) => (variant.items ? places(variant.items, [...path, 0]) : []));
  return [path, ...fields, ...items];
}

function put(record: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number") return [put(Array.isArray(record) ? record[0] : undefined, rest, value)];
  const whole = typeof record === "object" && record !== null ? (record as Record<string, unknown>) : {};
  return { ...whole, [first]: put(whole[first], rest, value) };
}

/** Sends it, and follows a page that moved. @returns what to complain about */
async function send(server: TestServer, operation: Operation, ids: Ids, key: string, request: Request): Promise<string | null> {
  const headers = { authorization: key };
  const answer = await server.request(`/api/v2${pathOf(operation.path, ids)}`, { method: operation.method, headers, ...request });
  if (answer.status >= 200 && answer.status < 300) {
    const { status_page } = answer.json<{ status_page?: { subdomain: string } }>();
    if (operation.method === "PUT" && status_page) ids.subdomain = status_page.subdomain;
    return null;
  }
  return [400, 422].includes(answer.status) ? null : `${answer.status} ${answer.text}`;
}

for (const operation of operations.filter(({ declaration }) => declaration.body)) {
  const { path, method, declaration } = operation;
  const wrapper = String(wrapperOf(declaration.body));
  const sample = sampleBody(declaration, method);

  test(`${method} ${path}: whatever is in a field, the answer is 2xx, 400 or 422`, async ({ database, server }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const key = organization.keys.owner;
    const field = fc.tuple(fc.constantFrom(...places(requestOf(operation))), anything);
    const property = fc.asyncProperty(field, async ([place, value]) => {
      const body = { [wrapper]: put(sample(ids)[wrapper], place, value) };
      expect(await send(server, operation, ids, key, { body })).toBeNull();
    });
    await fc.assert(property, { numRuns: FIELD_RUNS });
    const bodies = fc.oneof(anything, fc.dictionary(fc.constantFrom(wrapper, "entries", "__proto__"), anything), fc.string());
    const whole = fc.asyncProperty(bodies, async (body) => {
      expect(await send(server, operation, ids, key, { body: typeof body === "string" ? body : JSON.stringify(body) })).toBeNull();
    });
    await fc.assert(whole, { numRuns: BODY_RUNS });
  });
}

const inAddress = fc.oneof(
  fc.constantFrom(
    "0",
    "-1",
    "1.0",
    "01",
    "9007199254740992",
    "99999999999999999999",
    "null",
    "\0",
    "a\0b",
    "%",
    "..",
    ".",
    " ",
    "é",
    "😀",
    "\ud83d",
  ),
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.nat().map(String),
);

/** Lone surrogates have no UTF-8. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

test("whatever is in a path, the answer is 2xx, 400 or 404", async ({ database, server }) => {
  const organization = await mintOrganization(database);
  const ids = await sampleIds(database, organization);
  const reads = operations.filter(({ method, declaration }) => method === "GET" && Object.keys(declaration.params.shape).length > 0);
  for (const { path, declaration } of reads) {
    const names = Object.keys(declaration.params.shape);
    const property = fc.asyncProperty(fc.constantFrom(...names), inAddress, async (name, value) => {
      const headers = { authorization: organization.keys.owner };
      const target = `/api/v2${pathOf(path, { ...ids, [name]: encoded(value) })}`;
      const { status } = await server.request(target, { headers });
      expect([200, 308, 400, 404], `GET ${target} ${status}`).toContain(status);
    });
    await fc.assert(property, { numRuns: ADDRESS_RUNS });
  }
});

test("whatever is in a query, the answer is 200 or 400", async ({ database, server }) => {
  const organization = await mintOrganization(database);
  const ids = await sampleIds(database, organization);
  for (const { path, declaration } of operations.filter(({ declaration }) => declaration.query)) {
    const names = Object.keys(declaration.query?.shape ?? {});
    const query = fc.array(fc.tuple(fc.constantFrom(...names, "other"), inAddress), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(query, fc.boolean(), async (pairs, withKey) => {
      const headers: Record<string, string> = withKey || declaration.access !== "public" ? { authorization: organization.keys.owner } : {};
      const target = `/api/v2${pathOf(path, ids)}?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`;
      const { status } = await server.request(target, { headers });
      expect([200, 400], `GET ${target} ${status}`).toContain(status);
    });
    await fc.assert(property, { numRuns: ADDRESS_RUNS });
  }
});
