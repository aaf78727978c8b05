import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "node:tls";
import { certify } from "#tests/support/data/certificates.ts";
import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";
import { request } from "#tests/support/http/http.ts";
import { ask, askHttp2, authority, openHttp2, putCertificate } from "#tests/support/http/https.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { startServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;
const env = { APP_SECRET, HTTPS_PORT: "own", WORKER: "off", ACME_DIRECTORY_URL: "off" };

test("HTTPS survives the loss of the database and a restart without it", async ({
  database,
  databaseUrl,
  organization,
}) => {
  const domain = newDomain();
  await putDomain(database, organization.page.id, activeDomain(domain));
  await putCertificate(database, domain);
  const first = await startServer({ databaseUrl, env });
  const shown = await ask(first.https_port, domain);
  expect([shown.status, shown.trusted]).toEqual([200, true]);
  const session = openHttp2(first.https_port, domain);
  const live = session.request({ ":path": "/live", ":authority": domain });
  await once(live, "response");
  const ended = Promise.all([once(session, "goaway"), once(live.resume(), "end")]);
  await Promise.all([ended, first.stop()]);
  const { dataDir, port } = first;
  const lost = "postgres://nobody:nothing@127.0.0.1:9/none";
  const again = await startServer({ databaseUrl: lost, env, dataDir, port, readyAt: "/healthz" });
  const saved = await ask(again.https_port, domain);
  expect([saved.status, saved.trusted]).toEqual([200, true]);
  expect(saved.text).toContain(organization.page.name);
  const other = openHttp2(again.https_port, domain);
  const second = await askHttp2(other, { ":path": "/", ":authority": domain });
  expect(second.status).toBe(200);
  other.destroy();
  const allowed = await request(again.port, "localhost", `/internal/tls-allowed?domain=${domain}`);
  expect(allowed.status).toBe(200);
  await again.stop();
});

test("each node serves what any of them has, through each of its fronts, and a later one at once", async ({
  database,
  databaseUrl,
}) => {
  const domain = newDomain();
  await putCertificate(database, domain);
  const folder = await ownFolder();
  const files = { TLS_CERTIFICATE_FILE: join(folder, "cert"), TLS_KEY_FILE: join(folder, "key") };
  const save = async ({ cert, keyPem }: { cert: string; keyPem: string }) => {
    await writeFile(files.TLS_CERTIFICATE_FILE, cert);
    await writeFile(files.TLS_KEY_FILE, keyPem);
  };
  const own = certify({ host: "localhost", by: authority });
  await save(own);
  const [one, two] = await Promise.all([
    startServer({ databaseUrl, env }),
    startServer({ databaseUrl, env: { ...env, ...files, FRONTS: "2" } }),
  ]);
  const seen = async (port: number, host: string) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(port, host, "/healthz")));
    return [...new Set(answers.map(({ certificate }) => certificate.fingerprint256))];
  };
  const before = await seen(one.https_port, domain);
  expect(before).toHaveLength(1);
  expect(await seen(two.https_port, domain)).toEqual(before);
  await putCertificate(database, domain);
  for (const { https_port } of [one, two])
    await looksUntil(async () => {
      const now = await seen(https_port, domain);
      return now.length === 1 && now[0] !== before[0];
    });
  expect(await resumed(two.https_port, domain)).toBe(true);

  const shown = await seen(two.https_port, "localhost");
  expect((await ask(two.https_port, "localhost", "/healthz")).trusted).toBe(true);
  const day = (days: number) => new Date(Date.now() + days * DAY_MS);
  await save(certify({ host: "localhost", by: authority, from: day(-9), to: day(-1) }));
  await looksUntil(async () => two.output().includes("the certificate has expired"));
  await writeFile(files.TLS_KEY_FILE, certify({ host: "localhost" }).keyPem);
  await looksUntil(async () => two.output().includes("cannot be used"));
  expect(await seen(two.https_port, "localhost")).toEqual(shown);
  await save(certify({ host: "localhost", by: authority }));
  await looksUntil(async () => (await seen(two.https_port, "localhost"))[0] !== shown[0]);
  expect(two.output()).not.toContain("PRIVATE KEY");
  await Promise.all([one.stop(), two.stop()]);
});

/** Whether a session that one front began is taken up by whichever gets the next connections. */
async function resumed(port: number, servername: string): Promise<boolean> {
  const options = { host: "127.0.0.1", port, servername, rejectUnauthorized: false };
  const visit = async (session?: Buffer) => {
    const socket = connect({ ...options, ...(session && { session }) });
    const ticket = session ? null : once(socket, "session");
    const answer = once(socket, "data");
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${servername}\r\n\r\n`);
    await answer;
    const [next] = (await ticket) ?? [];
    const reused = socket.isSessionReused();
    socket.destroy();
    return { next: next as Buffer, reused };
  };
  const { next } = await visit();
  const visits = await Promise.all(Array.from({ length: 12 }, () => visit(next)));
  return visits.every(({ reused }) => reused);
}
