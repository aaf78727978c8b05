import fc from "fast-check";
import { wrapperOf } from "#lib/api/body.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { PECULIAR, places, put } from "#tests/support/data/peculiar.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import type { Request } from "#tests/support/http/http.ts";
import { type Operation, operations, requestOf } from "#tests/support/http/operations.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const FIELD_RUNS = 60;
const BODY_RUNS = 15;
const ADDRESS_RUNS = 25;

const anything = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PECULIAR) },
  { weight: 2, arbitrary: fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...PECULIAR), { maxLength: 4 }) },
);

/** Sends it, and follows a page that moved. @returns what to complain about */
async function send(
  server: TestServer,
  operation: Operation,
  ids: Ids,
  key: string,
  request: Request,
): Promise<string | null> {
  const headers = { authorization: key };
  const answer = await server.request(`/api/v2${pathOf(operation.path, ids)}`, {
    method: operation.method,
    headers,
    ...request,
  });
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

  test(`${method} ${path}: whatever is in a field, the answer is 2xx, 400 or 422`, async ({
    database,
    server,
  }) => {
    const organization = await mintOrganization(database);
    const ids = await sampleIds(database, organization);
    const key = organization.keys.owner;
    const field = fc.tuple(
      fc.constantFrom(...places(requestOf(operation)).map(({ path }) => path)),
      anything,
    );
    const property = fc.asyncProperty(field, async ([place, value]) => {
      const body = { [wrapper]: put(sample(ids)[wrapper], place, value) };
      expect(await send(server, operation, ids, key, { body })).toBeNull();
    });
    await fc.assert(property, { numRuns: FIELD_RUNS });
    const bodies = fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom(wrapper, "entries", "__proto__"), anything),
      fc.string(),
    );
    const whole = fc.asyncProperty(bodies, async (body) => {
      expect(
        await send(server, operation, ids, key, {
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
      ).toBeNull();
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
  const reads = operations.filter(
    ({ method, declaration }) =>
      method === "GET" && Object.keys(declaration.params.shape).length > 0,
  );
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
    const query = fc.array(fc.tuple(fc.constantFrom(...names, "other"), inAddress), {
      minLength: 1,
      maxLength: 3,
    });
    const property = fc.asyncProperty(query, fc.boolean(), async (pairs, withKey) => {
      const headers: Record<string, string> =
        withKey || declaration.access !== "public"
          ? { authorization: organization.keys.owner }
          : {};
      const target = `/api/v2${pathOf(path, ids)}?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join("&")}`;
      const { status } = await server.request(target, { headers });
      expect([200, 400], `GET ${target} ${status}`).toContain(status);
    });
    await fc.assert(property, { numRuns: ADDRESS_RUNS });
  }
});
