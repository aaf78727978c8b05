import pg from "pg";
import { routes } from "#app/api/v2/routes.ts";
import type { Db } from "#db/index.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { authorizeJob } from "#lib/core/access/authorize.ts";
import { Moved, Moving } from "#lib/core/moves/move.ts";
import { waitUntilQuiet } from "#lib/core/moves/quiet.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import { alertToken } from "#lib/monitoring/reports/alert-address.ts";
import { listOwnPages } from "#lib/pages/read.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { DOT } from "#tests/support/browser/pictures.ts";
import { person } from "#tests/support/data/accounts.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { type Minted, mintOrganization } from "#tests/support/data/mint.ts";
import { type Ids, pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { changedTables, holdOrganization, rowsOf } from "#tests/support/db/held.ts";
import { handle } from "#tests/support/http/handlers.ts";
import { expect, test } from "#tests/support/test.ts";

const ELSEWHERE = "https://eu.example.com";

type Operation = { path: string; method: string; declaration: Endpoint["declaration"] };

const operations: Operation[] = Object.entries(routes).flatMap(([path, endpoints]) =>
  Object.entries(endpoints).map(([method, endpoint]) => ({
    ...{ path, method, declaration: (endpoint as Endpoint).declaration },
  })),
);

const own = operations.filter(({ path }) => /\{(subdomain|organization_id)\}/.test(path));

/** They change nothing. */
const UNWRITTEN = new Set(["checkService"]);

const UPLOADS: Record<string, Buffer> = {
  uploadPicture: DOT,
  uploadStatusPageImage: DOT,
  createSubscriptionImport: Buffer.from("email\nreader@example.com\n"),
};

async function ask({ path, method, declaration }: Operation, ids: Ids, key: string) {
  const body = declaration.body ? sampleBody(declaration, method)(ids) : undefined;
  const sent = UPLOADS[declaration.operation] ?? body;
  return handle(pathOf(path, ids), { method, key, body: sent });
}

/** Addresses that tools call know a service by its UUID. */
async function inboxIds(db: Db, { page }: Minted, ids: Ids): Promise<Ids> {
  const { inbound_email_id } = await db
    .updateTable("services")
    .set({ monitoring: "webhook", webhook_monitoring_service: "status-cake" })
    .set({ heartbeat: JSON.stringify({ period_s: 60, grace_s: 60 }) })
    .where("id", "=", Number(ids.service_id))
    .returning("inbound_email_id")
    .executeTakeFirstOrThrow();
  const token = await alertToken(db, await systemGrant(db, page.subdomain));
  const named = { webhook_monitoring_service: "status-cake", signal: "fail", token };
  return { ...ids, ...named, service_id: inbound_email_id };
}

async function worldOf(db: Db) {
  const organization = await mintOrganization(db);
  const ids = await sampleIds(db, organization);
  return { organization, ids, inbox: await inboxIds(db, organization, ids) };
}

type World = Awaited<ReturnType<typeof worldOf>>;

const idsFor = ({ ids, inbox }: World, { declaration }: Operation) =>
  declaration.access === "path" ? inbox : ids;

test("while an organization is moved, every read answers as before, and every write asks to try again and changes no row", async ({
  database,
}) => {
  const world = await worldOf(database);
  const { organization } = world;
  const { key } = organization.owner;
  const { false: writes = [], true: reads = [] } = Object.groupBy(own, (each) =>
    String(each.method === "GET" && each.declaration.access !== "path"),
  );
  const readAll = async () => {
    const all: unknown[] = [];
    for (const each of reads)
      all.push([each.declaration.operation, (await ask(each, idsFor(world, each), key)).status]);
    return all;
  };
  const statuses = await readAll();
  await holdOrganization(database, organization.id, { moving_at: wireNow() });
  const before = await rowsOf(database, organization.id);
  expect(await readAll()).toEqual(statuses);
  const refused: unknown[] = [];
  for (const each of writes.filter(({ declaration }) => !UNWRITTEN.has(declaration.operation))) {
    const answer = await ask(each, idsFor(world, each), key);
    const found = [each.declaration.operation, answer.status, answer.headers.get("retry-after")];
    if (found[1] !== 409 || found[2] !== "60") refused.push([...found, await answer.text()]);
  }
  expect(refused).toEqual([]);
  expect(changedTables(before, await rowsOf(database, organization.id))).toEqual([]);
});

test("calls for an organization that has moved lead to the same path at its new installation, with its id there", async ({
  database,
}) => {
  const world = await worldOf(database);
  const { organization } = world;
  const moved = { moving_at: wireNow(), moved_to: ELSEWHERE };
  const stayed: unknown[] = [];
  for (const moved_id of [null, 4_711]) {
    await holdOrganization(database, organization.id, { ...moved, moved_id });
    for (const each of own) {
      const ids = idsFor(world, each);
      const answer = await ask(each, ids, organization.owner.key);
      const { status, headers } = answer;
      const there = { ...ids, organization_id: moved_id ?? organization.id };
      const isThere = headers.get("location") === `${ELSEWHERE}/api/v2${pathOf(each.path, there)}`;
      if (status !== 308 || !isThere) stayed.push([each.declaration.operation, status, moved_id]);
    }
  }
  expect(stayed).toEqual([]);
});

test("an organization that is arriving is neither shown, listed nor worked for", async ({
  database,
}) => {
  const { organization, ids } = await worldOf(database);
  const { id, page, owner } = organization;
  await holdOrganization(database, id, { arriving_at: wireNow() });
  const found: unknown[] = [];
  for (const each of own.filter(({ declaration }) => declaration.access !== "path")) {
    const { status } = await ask(each, ids, owner.key);
    if (status !== 404) found.push([each.declaration.operation, status]);
  }
  expect(found).toEqual([]);
  const ctx = person(database, owner.id);
  expect(await listOwnOrganizations(ctx, { user_id: owner.id })).toEqual([]);
  expect(await listOwnPages(ctx, { user_id: owner.id })).toEqual([]);
  await expect(authorizeJob(systemContext(database, "test"), page.id)).rejects.toThrow(Moving);
});

/** A change that does not end before it is told to. */
function slowChange(db: Db, { page }: Minted) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = systemGrant(db, page.subdomain).then((grant) =>
    changeRecords(systemContext(db, "test"), grant, async () => {
      begun.resolve();
      await end.promise;
      return unchanged("changed");
    }),
  );
  return { begun: begun.promise, end: end.resolve, changing };
}

test("a move waits for the changes that had begun, and later ones are refused", async ({
  database,
  organization,
}) => {
  const slow = slowChange(database, organization);
  await slow.begun;
  await holdOrganization(database, organization.id, { moving_at: wireNow() });
  const waiting = Promise.withResolvers<string>();
  let isQuiet = false;
  const quiet = waitUntilQuiet(database, organization.id, { onWait: waiting.resolve }).then(() => {
    isQuiet = true;
  });
  const named = /^a transaction of allclear \(pid \d+, open for \d+ s\)$/;
  expect(await waiting.promise).toMatch(named);
  expect(await waitUntilQuiet(database, organization.id, { max_ms: 0 })).toMatch(named);
  const grant = await systemGrant(database, organization.page.subdomain);
  const later = changeRecords(systemContext(database, "test"), grant, async () =>
    unchanged("changed"),
  );
  await expect(later).rejects.toThrow(Moving);
  expect(isQuiet).toBe(false);
  slow.end();
  expect(await slow.changing).toBe("changed");
  await quiet;
  await holdOrganization(database, organization.id, { moving_at: wireNow(), moved_to: ELSEWHERE });
  await expect(systemGrant(database, organization.page.subdomain)).rejects.toThrow(Moved);
});

test("a move does not wait for transactions of other programs", async ({
  database,
  databaseUrl,
  organization,
}) => {
  const other = new pg.Client({ connectionString: databaseUrl, application_name: "pg_dump" });
  await other.connect();
  await other.query("begin");
  await other.query("select from organizations");
  expect(await waitUntilQuiet(database, organization.id, { max_ms: 0 })).toBe(null);
  await other.end();
});
