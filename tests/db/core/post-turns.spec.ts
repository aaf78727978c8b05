import pg from "pg";
import { clientConfig } from "#db/index.ts";
import { PipeliningKysely } from "#db/pipeline.ts";
import { PreparingClient } from "#db/prepared.ts";
import type { DB } from "#db/types.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { Relay } from "#tests/support/db/relay.ts";
import { overTcp } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

test("an update waits six times for PostgreSQL", async ({
  database,
  databaseUrl,
  organization,
  service,
}) => {
  const { id, subdomain } = organization.page;
  const incident_id = await mintIncident(database, id, {
    severity: "minor",
    starts_at: wireNow(),
    ends_at: null,
    service_ids: [service],
  });
  const relay = new Relay(overTcp(databaseUrl));
  const own = { connectionString: await relay.listen(), Client: PreparingClient, pipeline: true };
  const db = new PipeliningKysely<DB>({ pool: new pg.Pool({ ...clientConfig(), ...own, max: 1 }) });
  const ctx = systemContext(db, "test");
  const post = (description: string) =>
    postUpdate(ctx, { subdomain, incident_id }, parseInput(PostUpdate, { description }));
  try {
    await post("Plans the statements.");
    const before = relay.turns;
    await post("We are on it.");
    expect(relay.turns - before).toBe(6);
  } finally {
    await db.destroy();
    relay.close();
  }
});
