import pg from "pg";
import { endpoints } from "#app/api/v2/status_pages/[subdomain]/incidents/[incident_id]/updates/route.ts";
import { clientConfig } from "#db/index.ts";
import { PipeliningKysely } from "#db/pipeline.ts";
import type { DB } from "#db/types.ts";
import { WatchedClient } from "#db/watched.ts";
import { errorResponse } from "#lib/api/errors.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { requestContext } from "#lib/core/request/context.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { Relay } from "#tests/support/db/relay.ts";
import { overTcp } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

const CASES = [
  { how: "by its key, from the database", key: "once", refuses: 0, statuses: [201, 201] },
  { how: "by its key, when the database is back", key: "later", refuses: 1, statuses: [503, 201] },
  { how: "with 503 if it has no key", key: null, refuses: 0, statuses: [503] },
];

for (const { how, key, refuses, statuses } of CASES)
  test(`an update whose commit was done and not confirmed is there once; its client is answered ${how}`, async ({
    database,
    databaseUrl,
    organization: { page, keys },
    service,
  }) => {
    const incident_id = await mintIncident(database, page.id, {
      ...{ severity: "minor", starts_at: wireNow(), ends_at: null, service_ids: [service] },
    });
    const relay = new Relay(overTcp(databaseUrl));
    const own = { connectionString: await relay.listen(), Client: WatchedClient, pipeline: true };
    const pool = new pg.Pool({ ...clientConfig(), ...own, max: 1 });
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    const db = new PipeliningKysely<DB>({ pool });
    const ctx = { ...requestContext(await authenticate(database, keys.admin)), db };
    const ask = async () => {
      const request = new Request(`https://status.example/updates/${incident_id}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
        body: JSON.stringify({ update: { description: "We are on it." } }),
      });
      const params = { subdomain: page.subdomain, incident_id: String(incident_id) };
      const segment = { params: Promise.resolve(params) };
      return Promise.try(
        () => endpoints.POST?.run(ctx, request, segment) as Promise<Response>,
      ).catch((error) => errorResponse(error, "test"));
    };
    relay.losesCommit = { refuses };
    const answers: Response[] = [];
    for (const _ of statuses) answers.push(await ask());
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    if (statuses[0] === 503) expect(answers[0]?.headers.get("retry-after")).toMatch(/^[1-9]/);
    const updates = await database
      .selectFrom("incident_updates")
      .select("description")
      .where("incident_id", "=", incident_id)
      .execute();
    expect(
      updates.filter(({ description }) => JSON.stringify(description).includes("on it")),
    ).toHaveLength(1);
    await db.destroy();
    relay.close();
  });
