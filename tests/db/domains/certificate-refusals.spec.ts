import { sql } from "kysely";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { requestCertificate, retryOrder } from "#lib/domains/certificates/queries.ts";
import { withEnv } from "#tests/support/data/ordering.ts";
import { certificateRow, expect, ownHost, test } from "#tests/support/data/ordering-test.ts";

const problem = (type: string, detail?: string) => ({
  type: `urn:ietf:params:acme:error:${type}`,
  ...(detail && { detail }),
});

test("why nothing was issued is told in a plain sentence", async ({
  database,
  authority,
  host: name,
  ordering,
}) => {
  await requestCertificate(database, { name, status_page_id: null });
  ordering();
  const said = async () => (await readCertificate(database, name))?.error;
  const again = () =>
    database.updateTable("certificates").set({ due_at: sql<string>`now()`, error: null }).execute();
  authority.refused = { type: "caa", detail: "CAA record for example.net" };
  await expect
    .poll(said)
    .toBe(`A CAA record of ${name} forbids the certificate authority to issue for it.`);
  authority.instead = (path) =>
    path === "/place" ? { status: 403, body: problem("rejectedIdentifier") } : undefined;
  // Whoever mended it does not wait for the next time.
  await retryOrder(database, { name, status_page_id: null });
  await expect.poll(said).toBe(`The certificate authority does not issue for ${name}.`);
  authority.instead = (path) =>
    path === "/place" ? { status: 400, body: problem("custom", "Not on\nSundays") } : undefined;
  await again();
  await expect.poll(said).toBe("The certificate authority refused: Not on Sundays");
  authority.instead = (path) =>
    path === "/place" ? { status: 500, body: "<html>Oops" } : undefined;
  await again();
  await expect.poll(said).toBe("The certificate authority does not work at the moment.");
  expect(await certificateRow(database, name)).toMatchObject({ attempts: 4, claimed_by: null });
});

test("a name that DNS does not know is not ordered", async ({
  database,
  authority,
  names,
  ordering,
}) => {
  const name = ownHost(names);
  names.remove(name);
  await requestCertificate(database, { name, status_page_id: null });
  ordering();
  await expect
    .poll(() => readCertificate(database, name))
    .toMatchObject({ state: "failed", error: `${name} has no address in DNS.` });
  expect(authority.orders).toEqual([]);
});

test("the authority's Retry-After is kept: of one name, or of everything when it is overloaded", async ({
  database,
  authority,
  host: name,
  names,
  ordering,
}) => {
  const waits = { "retry-after": "7200" };
  authority.instead = (path) =>
    path === "/place" ? { status: 429, headers: waits, body: problem("rateLimited") } : undefined;
  await requestCertificate(database, { name, status_page_id: null });
  ordering();
  await expect
    .poll(() => readCertificate(database, name))
    .toMatchObject({ error: expect.stringContaining("issues no more certificates for now") });
  const { due_at } = await certificateRow(database, name);
  expect(Date.parse(`${due_at}Z`)).toBeGreaterThan(Date.now() + 7_100_000);
  await retryOrder(database, { name, status_page_id: null });
  expect(await certificateRow(database, name)).toMatchObject({ due_at });

  authority.instead = (path) =>
    path === "/place" ? { status: 503, headers: waits, body: "" } : undefined;
  const other = ownHost(names);
  await requestCertificate(database, { name: other, status_page_id: null });
  await expect.poll(() => readCertificate(database, other)).toMatchObject({ state: "failed" });
  authority.instead = () => undefined;
  const third = ownHost(names);
  await requestCertificate(database, { name: third, status_page_id: null });
  const account = await database
    .selectFrom("acme_accounts")
    .select(["paused_until"])
    .executeTakeFirstOrThrow();
  expect(Date.parse(`${account.paused_until}Z`)).toBeGreaterThan(Date.now() + 7_100_000);
  const asked = authority.asked.length;
  await database.updateTable("acme_accounts").set({ paused_until: null }).execute();
  await expect.poll(() => readCertificate(database, third)).toMatchObject({ state: "valid" });
  expect(authority.asked.slice(asked).filter((path) => path === "/place")).toHaveLength(1);
});

test("no more is ordered per hour than ACME_ORDERS_PER_HOUR, and a host fails five times at most", async ({
  database,
  authority,
  names,
  host,
  ordering,
}) => {
  const restore = withEnv({ ACME_ORDERS_PER_HOUR: "3" });
  const hosts = Array.from({ length: 6 }, () => ownHost(names));
  for (const name of hosts) await requestCertificate(database, { name, status_page_id: null });
  ordering();
  ordering();
  const claimed = async () =>
    (await database.selectFrom("certificates").select("claimed_by").execute()).some(
      (row) => row.claimed_by !== null,
    );
  await expect.poll(() => authority.orders.length).toBe(3);
  await expect.poll(claimed).toBe(false);
  const states = await Promise.all(hosts.map((name) => readCertificate(database, name)));
  expect(states.map((one) => one?.state).sort()).toEqual([
    "ordering",
    "ordering",
    "ordering",
    "valid",
    "valid",
    "valid",
  ]);
  restore();
  await expect.poll(() => authority.orders.length).toBe(6);

  authority.refused = { type: "unauthorized" };
  await requestCertificate(database, { name: host, status_page_id: null });
  const attempts = async () => {
    await database
      .updateTable("certificates")
      .set({ due_at: sql<string>`now()` })
      .where("name", "=", host)
      .where("claimed_by", "is", null)
      .execute();
    return (await certificateRow(database, host)).attempts;
  };
  await expect.poll(attempts, { intervals: [100] }).toBe(5);
  const failed = await database
    .selectFrom("certificate_orders")
    .select("id")
    .where("name", "=", host)
    .where("failed_at", "is not", null)
    .execute();
  expect(failed).toHaveLength(5);
  authority.refused = null;
  expect(await attempts()).toBe(5);
  const long_ago = sql<string>`now() - interval '61 minutes'`;
  await database.updateTable("certificate_orders").set({ failed_at: long_ago }).execute();
  await expect.poll(() => readCertificate(database, host)).toMatchObject({ state: "valid" });
});

test("a host that is refused time and again takes six of the hour's orders, however often it is hurried", async ({
  database,
  authority,
  names,
  host: name,
  ordering,
}) => {
  authority.instead = (path) =>
    path === "/place" ? { status: 403, body: problem("rejectedIdentifier") } : undefined;
  await requestCertificate(database, { name, status_page_id: null });
  ordering();
  const placed = async () => {
    await retryOrder(database, { name, status_page_id: null });
    return authority.asked.filter((path) => path === "/place").length;
  };
  await expect.poll(placed, { intervals: [100] }).toBe(6);
  await expect.poll(async () => (await certificateRow(database, name)).attempts).toBe(6);
  await retryOrder(database, { name, status_page_id: null });
  authority.instead = () => undefined;
  const other = ownHost(names);
  await requestCertificate(database, { name: other, status_page_id: null });
  await expect.poll(() => readCertificate(database, other)).toMatchObject({ state: "valid" });
  expect(await placed()).toBe(7);
});
