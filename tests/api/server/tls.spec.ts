import { readdirSync, readFileSync } from "node:fs";
import { Agent } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { certify } from "#tests/support/data/certificates.ts";
import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";
import { request } from "#tests/support/http/http.ts";
import { ask, askHttp2, authority, openHttp2, putCertificate } from "#tests/support/http/https.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: { HTTPS_PORT: "own", WORKER: "off", ACME_DIRECTORY_URL: "off" } });

test.beforeEach(async ({ server, database, organization }) => {
  const domain = newDomain();
  await putDomain(database, organization.page.id, activeDomain(domain));
  await putCertificate(database, domain);
  await looksUntil(async () => (await ask(server.https_port, domain)).trusted);
  domains.set(organization.page.id, domain);
});

const domains = new Map<number, string>();
const domainOf = ({ page }: { page: { id: number } }) => domains.get(page.id) ?? "";

test("a page is there over HTTP/1.1 and HTTP/2, by the certificate of its domain", async ({
  server,
  organization,
}) => {
  const domain = domainOf(organization);
  const first = await ask(server.https_port, domain);
  expect([first.status, first.trusted]).toEqual([200, true]);
  expect(first.certificate.subject.CN).toBe(domain);
  expect(first.text).toContain(organization.page.name);
  expect(first.headers["strict-transport-security"]).toBe("max-age=604800");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let times = 0; times < 3; times++)
    expect((await ask(server.https_port, domain, "/", { agent })).text).toBe(first.text);
  agent.destroy();
  const session = openHttp2(server.https_port, domain);
  const second = await askHttp2(session, { ":authority": domain, ":path": "/" });
  expect([second.status, second.text]).toEqual([200, first.text]);
  expect(second.headers["content-type"]).toBe(first.headers["content-type"]);
  expect(second.headers["strict-transport-security"]).toBe("max-age=604800");
  const { etag } = second.headers as { etag: string };
  const known = { ":authority": domain, ":path": "/", "if-none-match": etag };
  expect((await askHttp2(session, known)).status).toBe(304);
  session.close();
});

test("a name is the same in capitals, with a final dot and with a port", async ({
  server,
  organization,
}) => {
  const domain = domainOf(organization);
  const upper = domain.toUpperCase();
  for (const servername of [domain, upper])
    for (const host of [domain, upper, `${domain}.`, `${upper}.:${server.https_port}`]) {
      const answer = await ask(server.https_port, host, "/", { servername });
      expect([host, answer.status, answer.trusted]).toEqual([host, 200, true]);
    }
});

test("an unknown or missing name gets a certificate for nobody, and nothing of any tenant", async ({
  server,
  organization,
}) => {
  const unknown = await ask(server.https_port, "nobody.example.com");
  expect([unknown.status, unknown.trusted]).toEqual([404, false]);
  expect(unknown.certificate.subject.CN).toBe("localhost");
  expect(unknown.headers["strict-transport-security"]).toBeUndefined();
  const unnamed = await ask(server.https_port, "127.0.0.1", "/healthz", { servername: "" });
  expect([unnamed.status, unnamed.certificate.subject.CN]).toEqual([200, "localhost"]);
  for (const servername of ["", "nobody.example.com", "localhost"]) {
    const { status, text } = await ask(server.https_port, domainOf(organization), "/", {
      servername,
    });
    expect([servername, status]).toEqual([servername, 421]);
    expect(text).not.toContain(organization.page.name);
  }
});

test("a connection made for one host is refused what belongs to another, by either protocol", async ({
  server,
  database,
  organization,
}) => {
  const own = domainOf(organization);
  const other = newDomain();
  await putCertificate(database, other);
  await looksUntil(async () => (await ask(server.https_port, other)).trusted);
  for (const path of ["/", "/rss", "/live", "/api/v2/status.json"]) {
    const first = await ask(server.https_port, own, path, { servername: other });
    expect([path, first.status]).toEqual([path, 421]);
    const session = openHttp2(server.https_port, other);
    const second = await askHttp2(session, { ":authority": own, ":path": path });
    expect([path, second.status]).toEqual([path, 421]);
    session.close();
  }
});

test("a connection serves all hosts of the certificate that was presented", async ({
  server,
  database,
}) => {
  await putCertificate(
    database,
    "*.tenant.test",
    certify({ host: "*.tenant.test", by: authority }),
  );
  await looksUntil(async () => (await ask(server.https_port, "a.tenant.test")).trusted);
  const { status } = await ask(server.https_port, "b.tenant.test", "/", {
    servername: "a.tenant.test",
  });
  expect(status).toBe(404);
  for (const host of ["x.b.tenant.test", "tenant.test"]) {
    const answer = await ask(server.https_port, host, "/", { servername: "a.tenant.test" });
    expect([host, answer.status]).toEqual([host, 421]);
  }
});

test("plain HTTP leads to HTTPS where there is a certificate, and nowhere else", async ({
  server,
  organization,
}) => {
  const domain = domainOf(organization);
  const https = `https://${domain}:${server.https_port}`;
  const plain = await request(server.port, domain, "/history?page=2");
  expect([plain.status, plain.headers.location]).toEqual([301, `${https}/history?page=2`]);
  const post = await request(server.port, domain, "/subscribe", { method: "POST", body: "x=1" });
  expect([post.status, post.headers.location]).toEqual([308, `${https}/subscribe`]);
  const known = await request(server.port, `${domain.toUpperCase()}.:80`, "/");
  expect(known.headers.location).toBe(`${https}/`);
  const kept = ["/healthz", "/.well-known/acme-challenge/some-token-of-theirs"];
  for (const path of kept)
    expect((await request(server.port, domain, path)).headers.location, path).toBeUndefined();
  const proxied = { headers: { "x-forwarded-proto": "https" } };
  expect((await request(server.port, domain, "/", proxied)).status).toBe(200);
  expect((await server.visit(organization.page.subdomain)).status).toBe(200);
  const hostile = await request(server.port, `${domain}/@evil.test`, "/");
  expect(hostile.status).toBe(400);
});

test("a certificate is replaced and withdrawn without a restart, within a second", async ({
  server,
  database,
  organization,
}) => {
  const domain = domainOf(organization);
  const { certificate: before } = await ask(server.https_port, domain);
  await putCertificate(database, domain);
  const replaced = performance.now();
  await looksUntil(async () => {
    const { certificate } = await ask(server.https_port, domain);
    return certificate.fingerprint256 !== before.fingerprint256;
  });
  expect(performance.now() - replaced).toBeLessThan(1_000);
  await database.deleteFrom("certificates").where("name", "=", domain).execute();
  await looksUntil(async () => !(await ask(server.https_port, domain)).trusted);
  expect((await request(server.port, domain, "/")).status).toBe(200);
});

test("no key of a certificate can be read in the data directory", async ({ server, database }) => {
  const domain = newDomain();
  const { key, keyPem } = await putCertificate(database, domain);
  await looksUntil(async () => (await ask(server.https_port, domain)).trusted);
  const { d = "" } = key.export({ format: "jwk" });
  const folder = join(server.dataDir, "certificates");
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const bytes = readFileSync(join(folder, file));
    expect(bytes.includes(Buffer.from(d, "base64url"))).toBe(false);
    expect(bytes.includes(keyPem.slice(40, 80))).toBe(false);
    expect(bytes.includes("PRIVATE")).toBe(false);
  }
});

test("a certificate authority that looks by acme-tls/1 sees the challenge, and only there", async ({
  server,
  database,
  organization,
}) => {
  const { seal } = await import("#lib/platform/crypto/seal.ts");
  const name = newDomain();
  const made = certify({ host: name });
  const challenge = { name, kind: "tls-alpn-01", key_authorization: "x", chain: made.cert };
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await database
    .insertInto("certificate_challenges")
    .values({ ...challenge, token: name, private_key: seal(made.keyPem), expires_at })
    .execute();
  const look = (servername: string) =>
    new Promise<[string | false | null, string]>((resolve) => {
      const how = { host: "127.0.0.1", port: server.https_port, rejectUnauthorized: false };
      const socket = connect({ ...how, servername, ALPNProtocols: ["acme-tls/1"] });
      socket.once("secureConnect", () => {
        resolve([socket.alpnProtocol, socket.getPeerCertificate().fingerprint256]);
        socket.destroy();
      });
      socket.once("error", () => resolve(["refused", ""]));
    });
  await looksUntil(async () => (await look(name))[0] === "acme-tls/1");
  const [, fingerprint] = await look(name);
  const { X509Certificate } = await import("node:crypto");
  expect(fingerprint).toBe(new X509Certificate(made.cert).fingerprint256);
  for (const other of [domainOf(organization), "nobody.example.com"])
    expect(await look(other)).toEqual(["refused", ""]);
});
