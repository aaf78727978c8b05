import { requestContext } from "#lib/core/request/context.ts";
import { type RequestScope, requestScope } from "#lib/core/request/request-scope.ts";
import { data } from "#lib/core/routes/route.ts";
import { listInfoNotices } from "#lib/incidents/info-notices/read.ts";
import { getIncident, listIncidents } from "#lib/incidents/read.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

/** For how long copies of what a visitor reads are kept, in seconds. */
async function keptFor(read: () => Promise<unknown>): Promise<number | undefined> {
  const scope: RequestScope = { request_id: "test", address: null, route: data("/x") };
  await requestScope.run(scope, read);
  return scope.cache?.seconds;
}

const SLICE = { limit: 20 };

test("an answer about what is open is kept until something begins or ends, no longer", async ({
  database,
}) => {
  const { page } = await mintOrganization(database);
  const service_ids = [await mintService(database, page.id)];
  const now = wireNow();
  const ctx = { ...requestContext(), db: database };
  const list = () => keptFor(() => listIncidents(ctx, page, SLICE, { status: "open" }));
  const severity = "major";
  const times = { starts_at: later(now, -7_200), ends_at: later(now, -3_600) };
  await mintIncident(database, page.id, { severity, ...times, service_ids });
  expect(await list()).toBe(60);
  const open = { starts_at: times.starts_at, ends_at: later(now, 40) };
  const incident_id = await mintIncident(database, page.id, {
    ...open,
    severity,
    service_ids,
  });
  const single = () => keptFor(() => getIncident(ctx, { ...page, incident_id }));
  for (const kept of [await list(), await single()])
    expect([kept && kept > 20, kept && kept <= 40]).toEqual([true, true]);
  const planned = { starts_at: later(now, 25), ends_at: later(now, 90) };
  await mintIncident(database, page.id, { severity: "scheduled", ...planned, service_ids });
  expect(await list()).toBeLessThanOrEqual(25);
});

test("a list of notices is kept until the next is featured", async ({ database }) => {
  const { page } = await mintOrganization(database);
  const ctx = { ...requestContext(), db: database };
  const list = () => keptFor(() => listInfoNotices(ctx, page, SLICE));
  expect(await list()).toBe(60);
  const featured_from = later(wireNow(), 30);
  await database
    .insertInto("info_notices")
    .values({ status_page_id: page.id, title: "Soon", featured_from, translations: "{}" })
    .execute();
  expect(await list()).toBeLessThanOrEqual(30);
});
