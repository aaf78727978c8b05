import { systemContext } from "#lib/core/request/context.ts";
import { applyVerdict } from "#lib/monitoring/automation/apply-verdict.ts";
import { recordVerdict } from "#lib/monitoring/verdicts/record.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { getService } from "#lib/services/read.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("a service becomes what is believed of it; the same verdict again causes nothing", async ({
  database,
}) => {
  await installJobs();
  const { page } = await mintOrganization(database);
  const service_id = await mintService(database, page.id);
  const watched = { status_page_id: page.id, service_id };
  const told = (is_up: boolean) =>
    database.transaction().execute((trx) =>
      recordVerdict(trx, watched, {
        is_up,
        since: "2026-11-22T10:00:00",
        source: "check",
        reason: "timeout",
        detail: null,
      }),
    );
  const isUp = async () => {
    await applyVerdict(watched);
    const ctx = systemContext(database, "test");
    return (await getService(ctx, { ...page, service_id })).is_up;
  };
  expect(await isUp()).toBeNull();
  expect(await told(false)).toBe(true);
  expect(await isUp()).toBe(false);
  expect(await told(false)).toBe(false);
  expect(await told(true)).toBe(true);
  expect(await isUp()).toBe(true);
});
