import { type IncomingMessage, request as overHttp, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";
import { text } from "node:stream/consumers";
import { certify } from "#tests/support/data/certificates.ts";
import { activeDomain, newDomain, putDomain } from "#tests/support/data/domains.ts";
import { authority } from "#tests/support/http/https.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { startServer } from "#tests/support/server/server.ts";
import {
  findProxy,
  type ProxyName,
  type RunningProxy,
  startProxy,
} from "#tests/support/stand-ins/reverse-proxies.ts";
import { expect, test } from "#tests/support/test.ts";

const ADMIN = "status.example.com";
const ENV = { APP_URL: `https://${ADMIN}`, RATE_LIMIT_PUBLIC: "5", RATE_LIMIT_MANAGEMENT: "0" };

test.use({ serverEnv: ENV });

let running: RunningProxy | undefined;
test.afterEach(async () => {
  await running?.stop();
  running = undefined;
});

type Asked = Pick<RequestOptions, "method" | "headers" | "localAddress"> & { body?: string };
type Send = (host: string, path: string, asked?: Asked) => Promise<IncomingMessage>;

/** Requests to a port; by HTTPS, their host is also the name that the handshake has. */
function sender(port: number, isTls: boolean): Send {
  return (host, path, { headers, body, ...asked } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        host: "127.0.0.1",
        port,
        path,
        headers: { host, ...headers },
        agent: false,
      };
      const trust = { servername: host, rejectUnauthorized: false };
      const outgoing = isTls
        ? overHttps({ ...options, ...asked, ...trust }, resolve)
        : overHttp({ ...options, ...asked }, resolve);
      outgoing.once("error", reject).end(body);
    });
}

async function start(name: ProxyName, app: number, domains: string[] = []): Promise<RunningProxy> {
  const program = findProxy(name);
  test.skip(program === undefined, `needs ${name}: apt-get install`);
  const ports = { app, http: await ownPort(), https: await ownPort() };
  const pem = (host: string) => {
    const { cert, keyPem } = certify({ host, by: authority });
    return cert + keyPem;
  };
  const own = domains.map((host) => [host, pem(host)]);
  const certificates = { [ADMIN]: pem(`*.${ADMIN}`), ...Object.fromEntries(own) };
  running = await startProxy(name, program ?? "", ports, certificates, await ownFolder());
  return running;
}

async function read(incoming: IncomingMessage): Promise<{ status?: number; text: string }> {
  return { status: incoming.statusCode, text: await text(incoming) };
}

/** Reads on until the pattern comes: a proxy that buffers never sends it. */
async function until(incoming: IncomingMessage, pattern: RegExp): Promise<void> {
  let seen = "";
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    seen += chunk;
    if (pattern.test(seen)) return;
  }
  throw new Error(`ended after ${seen}`);
}

for (const [name, isTls, refusesUnknown] of [
  ["nginx", true, true],
  ["caddy", true, true],
  ["haproxy", true, false],
  ["varnish", false, false],
] as const)
  test(`behind ${name}, with its file of deploy, pages, domains, live updates and limits are right`, async ({
    server,
    database,
    organization,
    service,
  }) => {
    const { id, name: title, subdomain } = organization.page;
    const [domain, former] = [newDomain(), newDomain()];
    await putDomain(database, id, activeDomain(former));
    await putDomain(database, id, { ...activeDomain(domain), previous_domain: former });
    const { ports } = await start(name, server.port, [domain, former]);
    const send = sender(isTls ? ports.https : ports.http, isTls);
    const page = `${subdomain}.${ADMIN}`;

    for (const host of [page, domain])
      await expect
        .poll(async () => read(await send(host, "/", { headers: { "accept-language": "en" } })))
        .toEqual({ status: 200, text: expect.stringContaining(title) });
    const pictured = await send(page, "/", { headers: { "accept-encoding": "gzip" } });
    expect(pictured.headers["content-encoding"]).toBe("gzip");
    pictured.resume();
    if (refusesUnknown) await expect(send(newDomain(), "/")).rejects.toThrow();

    if (isTls) {
      const plain = sender(ports.http, false);
      const { statusCode, headers } = await plain(domain, "/history?x=y");
      expect([statusCode, headers.location]).toEqual([301, `https://${domain}/history?x=y`]);
    }
    const { statusCode, headers } = await send(former, "/history?x=y");
    expect([statusCode, headers.location]).toEqual([301, `https://${domain}/history?x=y`]);

    const live = await send(page, "/live");
    const incident = { title: "Through the proxy", type: "minor", service_ids: [service] };
    const posted = await send(ADMIN, `/api/v2/status_pages/${subdomain}/incidents`, {
      method: "POST",
      headers: { authorization: organization.keys.admin, "content-type": "application/json" },
      body: JSON.stringify({ incident }),
    });
    expect(await read(posted)).toMatchObject({ status: 201 });
    await until(live, /event: change/);
    live.destroy();

    let calls = 0;
    const left = async (localAddress: string) => {
      calls += 1;
      const path = `/api/v2/status_pages/${subdomain}/status?call=${calls}`;
      const claimed = { "x-forwarded-for": `192.0.2.${calls}`, forwarded: "for=192.0.2.9" };
      const answer = await send(ADMIN, path, { localAddress, headers: claimed });
      answer.resume();
      return answer.headers["ratelimit-remaining"];
    };
    const lefts = async () => {
      const [one, other] = [`127.${id % 200}.${calls}.2`, `127.${id % 200}.${calls}.3`];
      return [await left(one), await left(one), await left(other)];
    };
    // Once more where a period of the limit ends in between.
    await expect.poll(lefts).toEqual(["4", "3", "4"]);
  });

test("Varnish shows one copy to all who wish alike, and the last one when every node is gone", async ({
  databaseUrl,
  organization,
}) => {
  const env = { APP_SECRET, ...ENV, TRUST_PROXY: "1" };
  const node = await startServer({ databaseUrl, env });
  const { ports } = await start("varnish", node.port);
  const send = sender(ports.http, false);
  const host = `${organization.page.subdomain}.${ADMIN}`;
  const visit = async (headers: Record<string, string>) => {
    const answer = await send(host, "/", { headers });
    // A hit names the request that fetched it, too.
    const [, fetched] = String(answer.headers["x-varnish"]).split(" ");
    const { status, text } = await read(answer);
    return { status, fetched, lang: /<html lang="(.*?)"/.exec(text)?.[1] };
  };
  const wishes = ["de-AT,de;q=0.9,en;q=0.8", "de", "sw, de-de ,en", "DE-CH;q=1,fr"];
  const seen = [];
  for (const wish of wishes)
    seen.push(
      await visit({ "accept-language": wish, cookie: "_ga=1", accept: `text/html,${wish}` }),
    );
  expect(seen.map(({ lang }) => lang)).toEqual(["de", "de", "de", "de"]);
  expect(new Set(seen.slice(1, 3).map(({ fetched }) => fetched)).size).toBe(1);
  expect((await visit({ "accept-language": "sw,zh-TW,fr" })).lang).toBe("fr");
  const signedIn = { cookie: "__Host-next-auth.session-token=1", "accept-language": "de" };
  expect((await visit(signedIn)).fetched).toBeUndefined();
  const forged = await send(host, "/", { method: "PURGE", headers: { "x-forwarded-for": "::1" } });
  expect(forged.statusCode).toBe(403);

  await node.stop();
  await expect.poll(async () => (await visit({ "accept-language": "de" })).lang).toBe("de");
  const unseen = await send(host, "/history", {});
  expect([unseen.statusCode, unseen.headers["retry-after"]]).toEqual([503, "5"]);
});
