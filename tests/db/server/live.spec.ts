import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { receiveChange } from "#lib/core/transaction/announce.ts";
import { newSession } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { mayListen } from "#lib/server/app/internal-routes.ts";
import { Live } from "#lib/server/cache/live.ts";
import { type Minted, mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { turnsOf } from "#tests/support/data/turns.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Headers = Record<string, string>;
type Door = { live: Live; open(page: string, headers?: Headers): Promise<IncomingMessage> };

/**
 * Live updates behind a server of their own: 3 connections in all, 2 of a client; a client says in
 * a header which one it is.
 */
const test = base.extend<{ door: Door; members: Minted }>({
  members: async ({ database }, use) =>
    use(await mintOrganization(database, { member_restricted: true })),
  door: async ({ database: _database }, use) => {
    const live = new Live({ all: 3, client: 2 }, turnsOf(), mayListen);
    const server = createServer((request, response) => {
      const scope = {
        request_id: "test",
        address: String(request.headers["x-client"] ?? "192.0.2.1"),
      };
      void live.join(request, response, (request.url ?? "").slice(1), scope);
    });
    const port = await listenHere(server);
    const open = async (page: string, headers: Headers = {}) => {
      const [answer] = await once(
        get({ port, path: `/${page}`, headers, agent: false }),
        "response",
      );
      return answer as IncomingMessage;
    };
    await use({ live, open });
    live.close();
    await shut(server);
  },
});

test("a client gets no more connections than its share, all together no more than there are, and a closed one makes room", async ({
  door: { open },
  organization,
}) => {
  const { subdomain } = organization.page;
  const first = await open(subdomain);
  const second = await open(subdomain);
  const over = await open(subdomain);
  expect([
    first.statusCode,
    second.statusCode,
    over.statusCode,
    over.headers["retry-after"],
  ]).toEqual([200, 200, 429, "30"]);
  const other = { "x-client": "192.0.2.2" };
  expect((await open(subdomain, other)).statusCode).toBe(200);
  const full = await open(subdomain, other);
  expect([full.statusCode, full.headers["retry-after"]]).toEqual([503, "30"]);
  first.destroy();
  await expect.poll(async () => (await open(subdomain)).statusCode).toBe(200);
});

test("addresses of one IPv6 network are one client", async ({ door: { open }, organization }) => {
  const from = (address: string) => open(organization.page.subdomain, { "x-client": address });
  const answers = [
    await from("2001:db8::1"),
    await from("2001:db8::2"),
    await from("2001:db8::3"),
    await from("2001:db8:0:1::1"),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 200]);
});

test("what is refused holds no place", async ({ door: { open }, organization, members }) => {
  for (const page of [members.page.subdomain, "unknown", members.page.subdomain, "unknown"]) {
    const refused = await open(page);
    expect(refused.statusCode).toBe(page === "unknown" ? 404 : 403);
    await refused.resume().toArray();
  }
  expect((await open(organization.page.subdomain)).statusCode).toBe(200);
});

test("members listen to a page for members by key or session, until they are members no longer", async ({
  door: { open, live },
  members,
  database,
}) => {
  const viewer = await mintUser(database, members.id, "viewer");
  const user = await findUser(database, viewer.id);
  if (!user) throw new Error("no user");
  const session = { cookie: `a=b; next-auth.session-token=${await newSession(database, user)}` };
  const answers = [
    await open(members.page.subdomain, { authorization: viewer.key }),
    await open(members.page.subdomain, session),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  live.beat();
  await database.deleteFrom("memberships").where("user_id", "=", viewer.id).execute();
  receiveChange({ change: null, access: { organization_id: members.id } });
  live.beat();
  for (const answer of answers)
    expect(Buffer.concat(await answer.toArray()).toString()).toContain("retry:");
});

test("a page that may be restricted from now on tells its listeners and lets go of them", async ({
  door: { open, live },
  organization,
}) => {
  const answer = await open(organization.page.subdomain);
  live.withdrawn(organization.page.id);
  expect(Buffer.concat(await answer.toArray()).toString()).toContain("event: change");
});

test("who connects after changes may have been missed refreshes: its page may be older", async ({
  door: { open, live },
  organization,
}) => {
  live.changedAll();
  const answer = await open(organization.page.subdomain);
  live.close();
  expect(Buffer.concat(await answer.toArray()).toString()).toContain("event: change");
});
