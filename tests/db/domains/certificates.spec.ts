import { randomBytes } from "node:crypto";
import { findChallenge, isAcmeOn, readCertificate } from "#lib/domains/certificates/certificate.ts";
import { releaseCertificate, requestCertificate } from "#lib/domains/certificates/queries.ts";
import { mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const unique = () => `t${randomBytes(5).toString("hex")}.example.net`;

test("certificates are ordered only where the program ends TLS itself", async ({ database }) => {
  expect(database).toBeDefined();
  expect(isAcmeOn()).toBe(false);
});

test("wanting a certificate twice is wanting it once; given up, nothing is left of it", async ({
  database,
  organization,
}) => {
  const name = unique();
  const wanted = { name, status_page_id: organization.page.id };
  expect(await readCertificate(database, name)).toBeNull();
  await requestCertificate(database, wanted);
  await requestCertificate(database, wanted);
  expect(await readCertificate(database, `${name.toUpperCase()}.:8443`)).toMatchObject({
    source: "acme",
    state: "ordering",
    error: null,
  });
  await releaseCertificate(database, name);
  expect(await readCertificate(database, name)).toBeNull();
});

test("a page that takes over a name has nothing that was uploaded for the one before", async ({
  database,
  organization,
}) => {
  const name = unique();
  await requestCertificate(database, { name, status_page_id: organization.page.id });
  await database
    .updateTable("certificates")
    .set({ source: "uploaded", chain: "chain", private_key: "sealed" })
    .where("name", "=", name)
    .execute();
  const other = await mintPage(database, organization.id);
  await requestCertificate(database, { name, status_page_id: other.id });
  const row = await database
    .selectFrom("certificates")
    .select(["source", "chain", "private_key", "status_page_id"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    source: "acme",
    chain: null,
    private_key: null,
    status_page_id: other.id,
  });
});

test("a challenge is answered at the host it belongs to, and nowhere else", async ({
  database,
}) => {
  const name = unique();
  const token = randomBytes(16).toString("base64url");
  const challenge = { token, name, kind: "http-01", key_authorization: `${token}.thumb` };
  const soon = new Date(Date.now() + 60_000).toISOString();
  await database
    .insertInto("certificate_challenges")
    .values({ ...challenge, expires_at: soon })
    .execute();
  expect(await findChallenge(database, token, `${name}:5002`)).toBe(`${token}.thumb`);
  expect(await findChallenge(database, token, unique())).toBeNull();
  expect(await findChallenge(database, "../etc", name)).toBeNull();
  await releaseCertificate(database, name);
  expect(await findChallenge(database, token, name)).toBeNull();
});
