import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { readCertificate } from "#lib/domains/certificates/certificate.ts";
import { requestCertificate } from "#lib/domains/certificates/queries.ts";
import { putCertificate, removeCertificate } from "#lib/domains/certificates/uploads.ts";
import { readDomainReport } from "#lib/domains/diagnosis/report.ts";
import { unseal } from "#lib/platform/crypto/seal.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { newDomain, putDomain } from "#tests/support/data/domains.ts";
import { type Minted, mintOrganization, mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;

async function world(database: Db) {
  const organization = await mintOrganization(database);
  const domain = newDomain();
  await putDomain(database, organization.page.id, {
    provider: "legacy_custom_domain",
    domain,
    status: "configuring",
  });
  return {
    ctx: systemContext(database, "test"),
    target: targetOf(organization),
    domain,
    organization,
  };
}

function targetOf({ id: organization_id, page: { subdomain } }: Minted) {
  return { organization_id, subdomain };
}

type World = Awaited<ReturnType<typeof world>>;

async function refusal({ ctx, target }: World, chain: string, key: string): Promise<object> {
  const error = await putCertificate(ctx, target, { chain, key }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(JSON.stringify([error, (error as Error).message])).not.toContain("PRIVATE KEY");
  return Object.fromEntries(
    Object.entries((error as AppError).fields).map(([field, [first]]) => [field, first?.code]),
  );
}

test("what was uploaded goes before what we order, is kept sealed, and is nowhere told", async ({
  database,
}) => {
  const { ctx, target, domain, organization } = await world(database);
  const status_page_id = organization.page.id;
  await requestCertificate(database, { name: domain, status_page_id });
  await database
    .updateTable("certificates")
    .set({
      chain: "ours",
      private_key: "sealed",
      directory_url: "https://authority.example",
      not_after: new Date(Date.now() + HOUR_MS).toISOString(),
    })
    .where("name", "=", domain)
    .execute();
  const root = certify({ host: "Our own authority" });
  const { cert, keyPem } = certify({ host: domain, by: root });
  const answer = await putCertificate(ctx, target, { chain: `${cert}\n${root.cert}`, key: keyPem });
  expect(answer).toMatchObject({ domain, issuer: "Our own authority" });
  expect(JSON.stringify(answer)).not.toContain("KEY");
  await requestCertificate(database, { name: domain, status_page_id });
  expect(await readCertificate(database, domain)).toMatchObject({
    source: "uploaded",
    state: "valid",
  });
  const row = await database
    .selectFrom("certificates")
    .select(["chain", "private_key"])
    .where("name", "=", domain)
    .executeTakeFirstOrThrow();
  expect(row.chain).toBe(cert + root.cert);
  expect(unseal(row.private_key ?? "")).toBe(keyPem);
  const revoked = await database
    .selectFrom("certificate_revocations")
    .select("chain")
    .where("name", "=", domain)
    .execute();
  expect(revoked).toEqual([{ chain: "ours" }]);
  const told = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("status_page_id", "=", status_page_id)
    .execute();
  expect(told.map(({ action }) => action)).toContain("status_page.upload_certificate");
  expect(JSON.stringify(told)).not.toMatch(/BEGIN|KEY/);

  await removeCertificate(ctx, target);
  expect(await readCertificate(database, domain)).toBeNull();
  await expect(removeCertificate(ctx, target)).rejects.toMatchObject({ code: "not_found" });
});

test("what does not fit the domain or the key is refused at the field it is about", async ({
  database,
}) => {
  const made = await world(database);
  const { domain: host } = made;
  const { cert, keyPem } = certify({ host });
  const parent = host.slice(host.indexOf(".") + 1);
  const past = new Date(Date.now() - HOUR_MS);
  const root = certify({ host: "Root" });
  const intermediate = certify({ host: "Intermediate", by: root, isAuthority: true });
  const issued = certify({ host, by: intermediate });
  const cases: [string, string, object][] = [
    ["no certificate", keyPem, { chain: "bad_certificate" }],
    [cert.replace("M", "?"), keyPem, { chain: "bad_certificate" }],
    [certify({ host: "other.example.test" }).cert, keyPem, { chain: "not_covering" }],
    [certify({ host: parent }).cert, keyPem, { chain: "not_covering" }],
    [certify({ host, to: past }).cert, keyPem, { chain: "not_valid_now" }],
    [
      certify({ host, from: new Date(Date.now() + HOUR_MS) }).cert,
      keyPem,
      { chain: "not_valid_now" },
    ],
    [cert + certify({ host: "Another authority" }).cert, keyPem, { chain: "chain_order" }],
    [issued.cert, issued.keyPem, { chain: "incomplete_chain" }],
    [issued.cert + intermediate.cert, issued.keyPem, { chain: "incomplete_chain" }],
    [cert, "no key", { key: "bad_key" }],
    [cert, certify({ host }).keyPem, { key: "key_mismatch" }],
    ["neither", "nor", { chain: "bad_certificate", key: "bad_key" }],
  ];
  for (const [chain, key, fields] of cases) expect(await refusal(made, chain, key)).toEqual(fields);

  const encrypted = createPrivateKey(keyPem)
    .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" })
    .toString();
  expect(await refusal(made, cert, encrypted)).toEqual({ key: "encrypted_key" });
  const { privateKey: weak } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const weakPem = weak.export({ type: "pkcs8", format: "pem" }).toString();
  expect(await refusal(made, cert, weakPem)).toEqual({ key: "weak_key" });
  // Each handshake would take a front a second; no front could present this curve at all.
  const unfit = [
    generateKeyPairSync("rsa", { modulusLength: 4_104 }),
    generateKeyPairSync("ec", { namedCurve: "prime192v1" }),
  ];
  for (const { privateKey, publicKey } of unfit) {
    const holder = publicKey.export({ type: "spki", format: "der" });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(await refusal(made, certify({ host, holder, by: root }).cert + root.cert, pem)).toEqual({
      key: "weak_key",
    });
  }
  expect(await readCertificate(database, host)).toBeNull();

  const wild = certify({ host: `*.${parent}` });
  const { ctx, target } = made;
  expect(await putCertificate(ctx, target, { chain: wild.cert, key: wild.keyPem })).toMatchObject({
    domain: host,
  });
});

test("a chain that is reversed or has doubles is put in order", async ({ database }) => {
  const { ctx, target, domain: host } = await world(database);
  const root = certify({ host: "Root" });
  const middle = certify({ host: "Middle", by: root, isAuthority: true });
  const leaf = certify({ host, by: middle });
  for (const chain of [
    [root, middle, leaf],
    [leaf, root, middle],
    [leaf, leaf, middle, root, middle],
  ]) {
    await putCertificate(ctx, target, {
      chain: chain.map(({ cert }) => cert).join(""),
      key: leaf.keyPem,
    });
    const { chain: kept } = await database
      .selectFrom("certificates")
      .select("chain")
      .where("name", "=", host)
      .executeTakeFirstOrThrow();
    expect(kept).toBe([leaf, middle, root].map(({ cert }) => cert).join(""));
  }
});

test("without a custom domain nothing can be uploaded; whoever sets the name up next finds nothing", async ({
  database,
}) => {
  const made = await world(database);
  const { ctx, target, domain, organization } = made;
  const { cert: chain, keyPem: key } = certify({ host: domain });
  await putCertificate(ctx, target, { chain, key });
  const { page } = organization;
  await putDomain(database, page.id, {});
  expect(await refusal(made, chain, key)).toEqual({ base: "no_domain" });
  const next = await mintPage(database, organization.id);
  await putDomain(database, next.id, {
    provider: "legacy_custom_domain",
    domain,
    status: "configuring",
  });
  expect(await readCertificate(database, domain)).toBeNull();
});

test("the report of the domain shows an upload and its removal at once, and that one has expired", async ({
  database,
}) => {
  const { ctx, target, domain } = await world(database);
  const reported = async () => (await readDomainReport(ctx, target)).certificate;
  expect(await reported()).toMatchObject({ source: null, state: "none" });
  const { cert, keyPem } = certify({ host: domain });
  await putCertificate(ctx, target, { chain: cert, key: keyPem });
  expect(await reported()).toMatchObject({ source: "uploaded", code: "certificate_uploaded" });
  await database
    .updateTable("certificates")
    .set({ not_after: new Date(Date.now() - HOUR_MS).toISOString() })
    .where("name", "=", domain)
    .execute();
  expect(await reported()).toMatchObject({ state: "invalid", code: "certificate_expired" });
  await removeCertificate(ctx, target);
  expect(await reported()).toMatchObject({ source: null, state: "none" });
});

test("whoever lost a name that was not set up in time cannot take its certificate from others", async ({
  database,
}) => {
  const made = await world(database);
  const { domain, organization } = made;
  const asked = { provider: "legacy_custom_domain", domain } as const;
  await putDomain(database, organization.page.id, { ...asked, status: "failed_to_configure" });
  await database.deleteFrom("addresses").where("name", "=", domain).execute();
  const other = await mintOrganization(database);
  await putDomain(database, other.page.id, { ...asked, status: "active" });
  const theirs = certify({ host: domain });
  const ctx = systemContext(database, "test");
  const chain = theirs.cert;
  await putCertificate(ctx, targetOf(other), { chain, key: theirs.keyPem });
  const { cert, keyPem } = certify({ host: domain });
  expect(await refusal(made, cert, keyPem)).toEqual({ base: "no_domain" });
  const row = await database
    .selectFrom("certificates")
    .select("chain")
    .where("name", "=", domain)
    .executeTakeFirstOrThrow();
  expect(row.chain).toBe(chain);
});
