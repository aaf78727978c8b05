import type { Db } from "#db/index.ts";
import { mayRole, type Permission, rolesThatMay } from "#lib/core/access/permissions.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { type Minted, mintKey, mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { changesBy } from "#tests/support/db/changes.ts";
import { CALLERS, type Caller } from "#tests/support/http/callers.ts";
import { type Operation, operations } from "#tests/support/http/operations.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

type Target = { organization: Minted; ids: Ids };

// Jobs would write meanwhile.
test.use({ serverEnv: WITHOUT_WORKER });

// Made from the route table: an operation that is added is tested here without a line more.
const managed = operations.flatMap((operation) => {
  const { access } = operation.declaration;
  return access === "public" ? [] : [{ operation, permission: access }];
});
const open = operations.filter(({ declaration }) => declaration.access === "public");

async function mintTarget(database: Db, path = ""): Promise<Target> {
  // A page that everybody sees needs no link to join.
  const member_restricted = path.endsWith("/join_link");
  const organization = await mintOrganization(database, { member_restricted });
  const ids = await sampleIds(database, organization);
  // Only webhooks have a secret.
  if (path.endsWith("/{subscription_id}/rotate_secret"))
    await database
      .updateTable("subscriptions")
      .set({ type: "webhook" })
      .where("id", "=", Number(ids.subscription_id))
      .execute();
  if (path.endsWith("/calendar_import"))
    await database
      .updateTable("integrations")
      .set({ name: "calendar" })
      .where("id", "=", Number(ids.integration_id))
      .execute();
  return { organization, ids };
}

/** Sends what the operation accepts, and says what it was answered. */
async function call(
  server: TestServer,
  { path, method, declaration }: Operation,
  ids: Ids,
  key: string | null,
): Promise<string> {
  const headers: Record<string, string> = key ? { authorization: key } : {};
  const record = declaration.body ? sampleBody(declaration, method)(ids) : undefined;
  const body = declaration.upload ? DOT : record;
  const { status, text } = await server.request(`/api/v2${pathOf(path, ids)}`, {
    method,
    headers,
    body,
  });
  return status < 400 ? String(status) : `${status} ${status === 403 ? "" : text}`;
}

const UNAUTHORIZED = '401 {"error":401}';
const NOT_FOUND = '404 {"error":404,"message":"Not found"}';
const FORBIDDEN = "403 ";

function may(
  { path }: Operation,
  permission: Permission,
  { organization_role, page_role }: Caller,
): boolean {
  if (path.includes("{subdomain}")) return mayRole(page_role, permission);
  const somewhere = permission === "page.read" && mayRole(page_role, permission);
  return somewhere || mayRole(organization_role, permission);
}

let shared:
  | Promise<Target & { stranger: Target; keys: Map<Caller, string>; wrong: string[] }>
  | undefined;

/** One organization that everything which changes nothing can use. */
function world(database: Db): NonNullable<typeof shared> {
  shared ??= (async () => {
    const target = await mintTarget(database, "/calendar_import");
    const keys = await Promise.all(
      CALLERS.map(
        async (caller) => [caller, await caller.mint(database, target.organization)] as const,
      ),
    );
    const revoked = await mintKey(
      database,
      { organization_id: target.organization.id, role: "owner" },
      { revoked: true },
    );
    return {
      ...target,
      stranger: await mintTarget(database),
      keys: new Map(keys),
      wrong: ["ok_wrong", "uk_wrong", "x", revoked],
    };
  })();
  return shared;
}

/** Everybody who must be refused, with the ids they try and the answer they get. */
async function refusals(database: Db, operation: Operation, permission: Permission) {
  const { ids, keys, stranger, wrong, organization } = await world(database);
  const theirs = stranger.organization;
  const roles = CALLERS.filter((caller) => !may(operation, permission, caller));
  // On a page of one's own, the records of another's; in an organization of one's own, another's
  // page.
  const mixed = {
    ...ids,
    ...(operation.path.startsWith("/orgs/")
      ? { organization_id: theirs.id }
      : { subdomain: theirs.page.subdomain }),
  };
  const reaches = Object.keys(operation.declaration.params.shape).length > 1;
  return [
    ...[null, ...wrong].map((key) => ({ name: `key ${key}`, key, ids, answer: UNAUTHORIZED })),
    ...[theirs.keys.owner, theirs.owner.key].map((key) => ({
      name: "another tenant's key",
      key,
      ids,
      answer: NOT_FOUND,
    })),
    ...(reaches
      ? [
          {
            name: "another tenant's key, mixed ids",
            key: theirs.keys.owner,
            ids: mixed,
            answer: NOT_FOUND,
          },
        ]
      : []),
    ...roles.map((caller) => ({
      name: caller.name,
      key: keys.get(caller) ?? "",
      ids,
      answer: FORBIDDEN,
    })),
  ].map((refusal) => ({ ...refusal, organization }));
}

/** What callers who may are given: who reads or changes records shares them. */
async function targetsOf(
  database: Db,
  { method, path }: Operation,
  callers: readonly Caller[],
): Promise<{ caller: Caller; key: string; ids: Ids }[]> {
  if (method === "GET") {
    const { keys, ids } = await world(database);
    return callers.map((caller) => ({ caller, key: keys.get(caller) ?? "", ids }));
  }
  const shared = method === "PUT" ? await mintTarget(database) : undefined;
  return Promise.all(
    callers.map(async (caller) => {
      const { organization, ids } = shared ?? (await mintTarget(database, path));
      return { caller, key: await caller.mint(database, organization), ids };
    }),
  );
}

for (const { operation, permission } of managed) {
  const { path, method, declaration } = operation;

  test(`${method} ${path}: ${rolesThatMay(permission).join(", ")} may; everybody else is refused and nothing is changed`, async ({
    database,
    server,
  }) => {
    const refused = await refusals(database, operation, permission);
    let answers: string[] = [];
    const changed = await changesBy(database, async () => {
      answers = await Promise.all(refused.map(({ ids, key }) => call(server, operation, ids, key)));
    });
    expect(refused.map(({ name }, index) => `${name}: ${answers[index]}`)).toEqual(
      refused.map(({ name, answer }) => `${name}: ${answer}`),
    );
    expect(changed).toEqual([]);

    const welcome = CALLERS.filter((caller) => may(operation, permission, caller));
    const results = await Promise.all(
      (await targetsOf(database, operation, welcome)).map(
        async ({ caller, key, ids }) =>
          `${caller.name}: ${await call(server, operation, ids, key)}`,
      ),
    );
    expect(results).toEqual(welcome.map(({ name }) => `${name}: ${declaration.status ?? 200}`));
  });
}

test("whoever may not write hears that, whatever is wrong with the body", async ({
  database,
  server,
}) => {
  const { organization, ids, stranger } = await world(database);
  const viewer = await mintKey(database, { organization_id: organization.id, role: "viewer" });
  for (const { path, method } of managed
    .map(({ operation }) => operation)
    .filter(({ declaration }) => declaration.body)) {
    for (const body of ["{", "{}"]) {
      const send = (authorization: string) =>
        server.request(`/api/v2${pathOf(path, ids)}`, { method, body, headers: { authorization } });
      const statuses = [
        (await send(viewer)).status,
        (await send(stranger.organization.keys.owner)).status,
      ];
      expect([method, path, ...statuses]).toEqual([method, path, 403, 404]);
    }
  }
});

test("the public reads need no key, take any that is good, and refuse a wrong one", async ({
  database,
  server,
}) => {
  const { ids, keys, stranger, wrong } = await world(database);
  for (const operation of open) {
    for (const key of [null, ...keys.values(), stranger.organization.keys.owner]) {
      expect([operation.path, await call(server, operation, ids, key)]).toEqual([
        operation.path,
        "200",
      ]);
    }
    for (const key of wrong) expect(await call(server, operation, ids, key)).toBe(UNAUTHORIZED);
  }
});

test("of a page for members only, the public reads answer those whose role may see it", async ({
  database,
  server,
}) => {
  const { organization, ids } = await mintTarget(database);
  const { stranger } = await world(database);
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true })
    .where("id", "=", organization.page.id)
    .execute();
  const keys = await Promise.all(CALLERS.map((caller) => caller.mint(database, organization)));
  for (const operation of open.filter(({ path }) => path.includes("{subdomain}"))) {
    for (const key of [null, stranger.organization.keys.owner])
      expect(await call(server, operation, ids, key)).toBe(FORBIDDEN);
    const answers = await Promise.all(keys.map((key) => call(server, operation, ids, key)));
    const expected = CALLERS.map(({ page_role }) =>
      mayRole(page_role, "page.visit_restricted") ? "200" : FORBIDDEN,
    );
    expect(answers).toEqual(expected);
  }
});
