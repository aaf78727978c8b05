import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { requestCertificate } from "#lib/domains/certificates/queries.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { certificateRow, expect, ownHost, test } from "#tests/support/data/ordering-test.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { endProgram, startProgram } from "#tests/support/server/program.ts";

function startWorker(settings: Record<string, string>): ChildProcess {
  return startProgram(["worker"], { APP_SECRET, LOG_LEVEL: "error", ...settings }, "inherit");
}

test("of two workers one orders; when it is killed, the other brings its order to an end once its lease of 15 s is over", async ({
  database,
  databaseUrl,
  authority,
  names,
  settings,
}) => {
  await installJobs();
  let fulfil = () => {};
  authority.fulfilling = new Promise((resolve) => {
    fulfil = resolve;
  });
  const first = startWorker({ ...settings, DATABASE_URL: databaseUrl });
  const name = ownHost(names);
  await requestCertificate(database, { name, status_page_id: null });
  await expect.poll(() => authority.asked).toContain("/finalize");
  const { order_url, claimed_by } = await certificateRow(database, name);
  expect(order_url).not.toBeNull();
  const second = startWorker({ ...settings, DATABASE_URL: databaseUrl });
  const others = Array.from({ length: 5 }, () => ownHost(names));
  for (const other of others)
    await requestCertificate(database, { name: other, status_page_id: null });
  const finalized = () => authority.asked.filter((path) => path === "/finalize").length;
  await expect.poll(finalized).toBe(6);
  expect((await certificateRow(database, name)).claimed_by).toBe(claimed_by);
  await endProgram(first, "SIGKILL");
  const { rows } = await sql<{ left: number }>`
    with lease as (select id, claimed_until from certificates where name = ${name})
    update certificates as c set claimed_until = c.claimed_until - interval '13 seconds'
    from lease where lease.id = c.id
    returning extract(epoch from lease.claimed_until - now())::float8 as left`.execute(database);
  expect(rows[0]?.left).toBeLessThanOrEqual(15);
  fulfil();
  const valid = async () => {
    const found = await Promise.all(
      [name, ...others].map((host) => readCertificate(database, host)),
    );
    return found.every((one) => one?.state === "valid");
  };
  await expect.poll(valid).toBe(true);
  await endProgram(second, "SIGTERM");

  expect(authority.orders.map((order) => order.name).sort()).toEqual([name, ...others].sort());
  const accounts = await database.selectFrom("acme_accounts").selectAll().execute();
  expect(accounts).toHaveLength(1);
  const row = await certificateRow(database, name);
  expect(row.chain).toContain(authority.orders[0]?.chain ?? "none");
});

test("a claim whose outcome could not be written ends, however busy its worker is otherwise", async ({
  database,
  authority,
  names,
  host: hanging,
  ordering,
}) => {
  const fulfilled = Promise.withResolvers<void>();
  authority.fulfilling = fulfilled.promise;
  await requestCertificate(database, { name: hanging, status_page_id: null });
  ordering({ lease_ms: 300, idle_ms: 10 });
  await expect.poll(() => authority.asked).toContain("/finalize");
  authority.instead = (path) => (path === "/place" ? { status: 403, body: "" } : undefined);
  const stuck = ownHost(names);
  // One more attempt cannot be counted.
  const attempts = 2 ** 31 - 1;
  await requestCertificate(database, { name: stuck, status_page_id: null });
  await database.updateTable("certificates").set({ attempts }).where("name", "=", stuck).execute();
  const placed = () => authority.asked.filter((path) => path === "/place").length;
  await expect.poll(placed).toBeGreaterThan(2);
  expect(await readCertificate(database, hanging)).toMatchObject({ state: "ordering" });
  fulfilled.resolve();
});
