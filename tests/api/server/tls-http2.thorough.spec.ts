import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http2";
import { connect as connectPlain } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";
import type { Minted } from "#tests/support/data/mint.ts";
import { ask, askHttp2, openHttp2, putCertificate } from "#tests/support/http/https.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

const test = base.extend<{ domain: string }>({
  domain: async ({ server, database, organization }, use) => {
    const domain = newDomain();
    await putDomain(database, organization.page.id, activeDomain(domain));
    await putCertificate(database, domain);
    await putCertificate(database, "localhost");
    for (const host of [domain, "localhost"])
      await looksUntil(async () => (await ask(server.https_port, host)).trusted);
    await use(domain);
  },
});

test.use({ serverEnv: { HTTPS_PORT: "own", WORKER: "off", ACME_DIRECTORY_URL: "off" } });

const posting = ({ keys, page }: Minted): OutgoingHttpHeaders => ({
  ":method": "POST",
  ":authority": "localhost",
  ":path": `/api/v2/status_pages/${page.subdomain}/services`,
  authorization: `Bearer ${keys.admin}`,
  "content-type": "application/json",
});

const namesOn = async ({ https_port }: TestServer, { keys, page }: Minted) =>
  (
    await ask(https_port, "localhost", `/api/v2/status_pages/${page.subdomain}/services`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    })
  ).text;

test("HTTP/2 names one host, or is refused", async ({ server, domain }) => {
  const session = openHttp2(server.https_port, domain);
  const path = { ":path": "/" };
  const same = await askHttp2(session, { ...path, ":authority": domain, host: domain });
  expect(same.status).toBe(200);
  for (const [authority, host] of [
    [domain, "localhost"],
    ["localhost", domain],
    [`x@${domain}`, undefined],
    [`${domain}/x`, undefined],
    [`${domain}, localhost`, undefined],
  ]) {
    const asked = { ...path, ":authority": authority, ...(host && { host }) };
    const status = await askHttp2(session, asked).then(
      (answer) => answer.status,
      () => 400,
    );
    expect([authority, host, status]).toEqual([authority, host, 400]);
  }
  session.close();
});

test("what only a front may say to the app is taken off, by HTTP/2 too", async ({
  server,
  organization,
  domain: _,
}) => {
  const session = openHttp2(server.https_port, "localhost");
  const { status } = await askHttp2(session, {
    ":path": `/api/v2/status_pages/${organization.page.subdomain}/incidents`,
    ":authority": "localhost",
    "x-allclear-ask": "alive",
    "x-allclear-key": "accepted",
  });
  expect(status).toBe(200);
  session.close();
});

test("a body reaches the app whole, or not at all", async ({ server, organization, domain: _ }) => {
  const session = openHttp2(server.https_port, "localhost");
  const body = (name: string) => JSON.stringify({ service: { name } });
  const made = await askHttp2(session, posting(organization), body("Whole"));
  expect(made.status, made.text).toBe(201);
  const leaving = openHttp2(server.https_port, "localhost");
  const stream = leaving.request(posting(organization), { endStream: false });
  stream.on("error", () => {});
  stream.write(body("Broken off"));
  await looksUntil(async () => stream.writableLength === 0);
  leaving.destroy();
  const lying = { ...posting(organization), "content-length": "5" };
  const liar = openHttp2(server.https_port, "localhost");
  await askHttp2(liar, lying, body("Longer than it says")).then(
    ({ status }) => expect(status).toBeGreaterThanOrEqual(400),
    () => {},
  );
  expect((await askHttp2(session, posting(organization), body("Last"))).status).toBe(201);
  liar.destroy();
  const names = await namesOn(server, organization);
  expect(names).toContain("Whole");
  expect(names).not.toMatch(/Broken off|Longer than/);
  session.close();
});

test("/live tells of a change over HTTP/2", async ({ server, organization, domain }) => {
  const session = openHttp2(server.https_port, domain);
  const stream = session.request({ ":path": "/live", ":authority": domain });
  const [head] = await once(stream, "response");
  expect(head).toMatchObject({ ":status": 200, "content-type": expect.stringContaining("event") });
  let heard = "";
  stream.setEncoding("utf8").on("data", (chunk) => {
    heard += chunk;
  });
  await looksUntil(async () => heard.includes("retry:"));
  const own = openHttp2(server.https_port, "localhost");
  const body = JSON.stringify({ service: { name: "Changed" } });
  expect((await askHttp2(own, posting(organization), body)).status).toBe(201);
  own.close();
  await looksUntil(async () => heard.includes("event: change"));
  session.destroy();
});

test("a head that is too long ends its request, not those beside it", async ({
  server,
  domain,
}) => {
  const session = openHttp2(server.https_port, domain);
  const asked = { ":path": "/", ":authority": domain };
  const long = { ...asked, "x-long": "x".repeat(32_768) };
  const beside = askHttp2(session, asked);
  expect((await askHttp2(session, long)).status).toBe(431);
  expect((await beside).status).toBe(200);
  session.close();
});

test("who speaks no TLS, or an old one, is let go of; what is unreadable inside is refused", async ({
  server,
  domain,
}) => {
  await expect(ask(server.https_port, domain, "/", { maxVersion: "TLSv1.1" })).rejects.toThrow();
  const old = await ask(server.https_port, domain, "/", { maxVersion: "TLSv1.2" });
  expect(old.status).toBe(200);
  const options = { host: "127.0.0.1", port: server.https_port, rejectUnauthorized: false };
  const garbage = connect({ ...options, servername: domain }, () => garbage.write("x\r\n\r\n"));
  expect(await text(garbage)).toContain("HTTP/1.1 400 ");
  const hosts = connect({ ...options, servername: domain });
  hosts.write(`GET / HTTP/1.1\r\nHost: ${domain}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  expect(await text(hosts)).toContain("HTTP/1.1 400 ");
  const smuggled = connect({ ...options, servername: domain });
  smuggled.write(
    `POST / HTTP/1.1\r\nHost: ${domain}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  expect(await text(smuggled)).toContain("HTTP/1.1 400 ");
});

test("a client that begins handshakes and ends none keeps its next ones out, not others", async ({
  server,
  domain,
}) => {
  const open = () => connectPlain(server.https_port, "127.0.0.1").on("error", () => {});
  const idle = Array.from({ length: 200 }, open);
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  await looksUntil(async () => {
    const one = open();
    const closed = await Promise.race([once(one, "close"), sleep(100)]);
    one.destroy();
    return closed !== undefined;
  });
  await expect(ask(server.https_port, domain)).rejects.toThrow();
  expect((await server.request("/healthz")).status).toBe(200);
  for (const socket of idle) socket.destroy();
  await looksUntil(() =>
    ask(server.https_port, domain).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
