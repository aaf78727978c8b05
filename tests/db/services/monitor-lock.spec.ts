import { sql } from "kysely";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { saveVerdict } from "#lib/monitoring/verdicts/queries.ts";
import { UpdateService } from "#lib/services/schema.ts";
import { updateService } from "#lib/services/update.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { expect, test } from "#tests/support/test.ts";

test("an edit waits for a report before it locks the service, so that neither deadlocks", async ({
  database,
  organization,
}) => {
  const { page } = organization;
  const service_id = await mintService(database, page.id);
  const watched = { status_page_id: page.id, service_id };
  const verdict = { since: "2026-11-22T10:00:00", reason: null, detail: null };
  const first = { ...verdict, is_up: true, source: "webhook" } as const;
  await database.transaction().execute((trx) => saveVerdict(trx, watched, first));

  const edit = await database.transaction().execute(async (trx) => {
    await saveVerdict(trx, watched, { ...first, is_up: false });
    const input = parseInput(UpdateService, { monitoring: "webhook" });
    const ctx = systemContext(database, "test");
    const edited = updateService(ctx, { subdomain: page.subdomain, service_id }, input);
    await untilWaiting(database);
    await sql`select from services where id = ${service_id} for no key update nowait`.execute(trx);
    return { edited };
  });
  expect((await edit.edited).monitoring).toBe("webhook");
});
