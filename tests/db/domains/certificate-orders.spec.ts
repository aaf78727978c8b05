import { X509Certificate } from "node:crypto";
import { sql } from "kysely";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { releaseCertificate, requestCertificate } from "#lib/domains/certificates/queries.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { withEnv } from "#tests/support/data/ordering.ts";
import { certificateRow, expect, ownHost, test } from "#tests/support/data/ordering-test.ts";

const VALID = { state: "valid", source: "acme", error: null };

test("what is wanted is ordered, kept with its key sealed, and planned to be renewed", async ({
  database,
  organization,
  authority,
  host: name,
  ordering,
}) => {
  ordering();
  await requestCertificate(database, { name, status_page_id: organization.page.id });
  await expect.poll(() => readCertificate(database, name)).toMatchObject(VALID);
  const row = await certificateRow(database, name);
  const leaf = new X509Certificate(row.chain ?? "");
  expect(leaf.checkHost(name)).toBe(name);
  expect(row.private_key).not.toContain("PRIVATE");
  expect(unseal(row.private_key ?? "")).toContain("PRIVATE KEY");
  expect(row).toMatchObject({ order_url: null, order_key: null, claimed_by: null, attempts: 0 });
  expect(Date.parse(`${row.renew_at}Z`)).toBeLessThan(Date.parse(`${row.not_after}Z`));
  expect(authority.orders).toHaveLength(1);
  expect(await database.selectFrom("certificate_challenges").selectAll().execute()).toEqual([]);
});

test("a certificate is renewed when it is due, while the old one goes on serving", async ({
  database,
  authority,
  host: name,
  ordering,
}) => {
  ordering();
  await requestCertificate(database, { name, status_page_id: null });
  await expect.poll(() => readCertificate(database, name)).toMatchObject(VALID);
  const { serial } = await certificateRow(database, name);
  authority.refused = { type: "connection" };
  const due = { due_at: sql<string>`now()`, renew_at: sql<string>`now()` };
  const renew = () =>
    database.updateTable("certificates").set(due).where("name", "=", name).execute();
  await renew();
  await expect
    .poll(() => readCertificate(database, name))
    .toMatchObject({
      state: "valid",
      error: `The certificate authority could not reach ${name}.`,
    });
  expect(await certificateRow(database, name)).toMatchObject({ serial, challenge: "http-01" });
  authority.refused = null;
  await renew();
  await expect.poll(async () => (await certificateRow(database, name)).serial).not.toBe(serial);
  expect(await readCertificate(database, name)).toMatchObject(VALID);
});

test("the authority says when to renew, and what is replaced", async ({
  database,
  authority,
  host: name,
  ordering,
}) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  authority.window = { start: day(10), end: day(12) };
  ordering();
  await requestCertificate(database, { name, status_page_id: null });
  await expect.poll(() => readCertificate(database, name)).toMatchObject(VALID);
  const look = () =>
    database
      .updateTable("certificates")
      .set({ due_at: sql<string>`now()` })
      .where("name", "=", name)
      .execute();
  const renewIn = async () =>
    (Date.parse(`${(await certificateRow(database, name)).renew_at}Z`) - Date.now()) / 86_400_000;
  expect(await renewIn()).toBeGreaterThan(50);
  await look();
  await expect.poll(renewIn).toBeLessThan(12.1);
  expect(await renewIn()).toBeGreaterThan(9.9);
  authority.window = { start: day(-2), end: day(-1) };
  await look();
  await expect.poll(() => authority.orders.length).toBe(2);
  expect(authority.orders[1]?.replaces).toMatch(/^[\w-]+\.[\w-]+$/);
});

test("what is given up is revoked, also when it is issued only then", async ({
  database,
  authority,
  host: name,
  names,
  ordering,
}) => {
  const other = ownHost(names);
  ordering();
  await requestCertificate(database, { name, status_page_id: null });
  await expect.poll(() => readCertificate(database, name)).toMatchObject(VALID);
  let fulfil = () => {};
  authority.fulfilling = new Promise((resolve) => {
    fulfil = resolve;
  });
  await requestCertificate(database, { name: other, status_page_id: null });
  await expect.poll(() => authority.asked).toContain("/finalize");
  authority.instead = (path) =>
    path === "/revoke" && authority.revoked.length === 0
      ? { status: 400, body: { type: "urn:ietf:params:acme:error:alreadyRevoked" } }
      : undefined;
  await releaseCertificate(database, name);
  const left = () => database.selectFrom("certificate_revocations").select("name").execute();
  await expect.poll(() => authority.asked).toContain("/revoke");
  await expect.poll(left).toEqual([]);
  authority.instead = () => undefined;
  await expect.poll(() => authority.asked.filter((path) => path === "/finalize").length).toBe(2);
  await releaseCertificate(database, other);
  fulfil();
  await expect.poll(() => authority.revoked.length).toBe(1);
  await expect.poll(left).toEqual([]);
  expect(await readCertificate(database, other)).toBeNull();
});

test("a name without a certificate is tried by TLS-ALPN-01 where HTTP-01 does not get through", async ({
  database,
  authority,
  host: name,
  ordering,
}) => {
  authority.refused = { type: "connection" };
  await requestCertificate(database, { name, status_page_id: null });
  ordering();
  await expect
    .poll(() => readCertificate(database, name))
    .toMatchObject({ state: "failed", error: expect.stringContaining("could not reach") });
  authority.refused = null;
  await database.updateTable("certificates").set({ due_at: sql<string>`now()` }).execute();
  const shown = () => database.selectFrom("certificate_challenges").selectAll().executeTakeFirst();
  await expect.poll(shown, { intervals: [50] }).toMatchObject({ name, kind: "tls-alpn-01" });
  const challenge = await shown();
  expect(new X509Certificate(challenge?.chain ?? "").checkHost(name)).toBe(name);
  expect(unseal(challenge?.private_key ?? "")).toContain("PRIVATE KEY");
  await expect.poll(() => readCertificate(database, name)).toMatchObject(VALID);
});

test("two that start at once make one account, bound to what the authority gave", async ({
  database,
  authority,
  host: name,
  names,
  ordering,
}) => {
  const restore = withEnv({
    ACME_EMAIL: "operator@example.net",
    ACME_EAB_KEY_ID: "customer-1",
    ACME_EAB_HMAC_KEY: Buffer.from("a key of the authority").toString("base64url"),
  });
  const hosts = [name, ownHost(names)];
  for (const host of hosts)
    await requestCertificate(database, { name: host, status_page_id: null });
  ordering();
  ordering();
  for (const host of hosts)
    await expect.poll(() => readCertificate(database, host)).toMatchObject(VALID);
  restore();
  const [account] = authority.accounts;
  expect(account).toMatchObject({
    termsOfServiceAgreed: true,
    contact: ["mailto:operator@example.net"],
  });
  const binding = account?.externalAccountBinding as { protected: string };
  const head = JSON.parse(Buffer.from(binding.protected, "base64url").toString());
  expect(head).toMatchObject({ alg: "HS256", kid: "customer-1" });
  const [kept, ...others] = await database.selectFrom("acme_accounts").selectAll().execute();
  expect(others).toEqual([]);
  expect(unseal(kept?.private_key ?? "")).toContain("PRIVATE KEY");
});
