import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { overTcp } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import {
  HAS_PGBOUNCER,
  type PgBouncer,
  startPgBouncer,
} from "#tests/support/stand-ins/pgbouncer.ts";
import { expect, test } from "#tests/support/test.ts";

test.skip(!HAS_PGBOUNCER, "needs PgBouncer: apt-get install pgbouncer");

const CALLERS = 20;
const CALLS = 10;

let pooler: PgBouncer;
let behind: TestServer;

test.afterEach(async () => {
  await behind.stop();
  await pooler.stop();
});

test("with a direct address beside it, a server behind a pooler in transaction mode answers each caller, shows changes at once and runs jobs", async ({
  database,
  databaseUrl,
  organization,
  service,
  receiver,
}) => {
  test.slow();
  const direct = overTcp(databaseUrl);
  pooler = await startPgBouncer(direct, "transaction", "");
  behind = await startServer({
    databaseUrl: pooler.url.href,
    env: {
      APP_SECRET,
      DATABASE_DIRECT_URL: direct.href,
      ALLOW_PRIVATE_TARGETS: "1",
      RATE_LIMIT_MANAGEMENT: "0",
    },
  });
  const { id, subdomain } = organization.page;
  await mintWebhook(database, id, { url: receiver.url });
  const api = apiOf(behind, organization.keys.admin);
  const path = `/status_pages/${subdomain}/incidents`;
  const post = async (title: string) => {
    const incident = { title, type: "minor", service_ids: [service] };
    const made = (await api.post(path, { incident })).json<{ incident: { id: number } }>();
    const read = await api.get(`${path}/${made.incident.id}`);
    expect(read.json<{ incident: { title: string } }>().incident.title).toBe(title);
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let call = 1; call <= CALLS; call += 1) await post(`Caller ${caller}, call ${call}`);
    }),
  );
  const { text } = await behind.visit(subdomain);
  expect(text).not.toContain("Shown at once");
  await post("Shown at once");
  await looksUntil(async () => (await behind.visit(subdomain)).text.includes("Shown at once"));
  await receiver.nth(CALLERS * CALLS + 1);
  expect((await behind.request("/readyz")).status).toBe(200);
  await pooler.stop();
  await looksUntil(async () => (await behind.request("/readyz")).status === 503);
});
