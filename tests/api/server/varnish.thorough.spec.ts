import { createServer, type Server, request as send } from "node:http";
import autocannon from "autocannon";
import { request } from "#tests/support/http/http.ts";
import { ownFolder } from "#tests/support/server/folder.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { findProxy, startProxy } from "#tests/support/stand-ins/reverse-proxies.ts";
import { expect, test } from "#tests/support/test.ts";

const varnishd = findProxy("varnish");
test.skip(varnishd === undefined, "needs Varnish: apt-get install varnish varnish-modules");

const port = await ownPort();
const purge = await ownPort();
test.use({ serverEnv: { CDN_PURGE: `varnish:http://127.0.0.1:${purge}/` } });

/** Passes requests on and counts them by address and language. */
async function openCounter(target: number): Promise<{ server: Server; seen: Map<string, number> }> {
  const seen = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const variant = `${url} ${headers["accept-language"] ?? ""}`;
    seen.set(variant, (seen.get(variant) ?? 0) + 1);
    const passed = send({ host: "127.0.0.1", port: target, method, path: url, headers });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return { server, seen };
}

const PATHS = ["/", "/rss", "/api/v2/summary.json"];
const LANGUAGES = ["en", "de"];
const CHANGES = 4;
const REQUESTS = 100_000;

test("of 100,000 requests the program sees two per page, language and change, and each change shows at once", async ({
  server,
  api,
  database,
  organization: { id, page },
  service,
}) => {
  const host = `${page.subdomain}.localhost:${server.port}`;
  const counter = await openCounter(server.port);
  const ports = { app: await listenHere(counter.server), http: port, https: 0, purge };
  const varnish = await startProxy("varnish", varnishd ?? "", ports, {}, await ownFolder());
  const read = (path: string, lang: string) =>
    request(port, host, path, { headers: { "accept-language": lang } });
  const isRaised = async () =>
    (await server.visit(page.subdomain)).headers["surrogate-control"] !== undefined;
  await looksUntil(isRaised);
  const loads: Promise<autocannon.Result>[] = [];
  const load = () =>
    autocannon({
      ...{ url: `http://127.0.0.1:${port}`, connections: 20, amount: REQUESTS / CHANGES },
      requests: PATHS.flatMap((path) =>
        LANGUAGES.map((lang) => ({ path, headers: { host, "accept-language": lang } })),
      ),
    });
  for (let round = 1; round <= CHANGES; round++) {
    const title = `Trouble ${round}`;
    const incident = { title, type: "major", service_ids: [service] };
    loads.push(load());
    const posted = await api.post(`/status_pages/${page.subdomain}/incidents`, { incident });
    expect(posted.status).toBe(201);
    const isTaken = async () =>
      (await database.selectFrom("edge_purges").select("id").execute()).length === 0;
    await looksUntil(isTaken);
    for (const lang of LANGUAGES)
      for (const path of PATHS) expect((await read(path, lang)).text).toContain(title);
    await loads.at(-1);
  }
  for (const { non2xx, errors } of await Promise.all(loads))
    expect([non2xx, errors]).toEqual([0, 0]);
  const counts = PATHS.flatMap((path) =>
    LANGUAGES.map((lang) => counter.seen.get(`${path} ${lang}`) ?? 0),
  );
  expect(Math.max(...counts), JSON.stringify([...counter.seen])).toBeLessThanOrEqual(
    2 * CHANGES + 1,
  );

  const hidden = await api.put(`/orgs/${id}/status_pages/${page.subdomain}`, {
    status_page: { member_restricted: true },
  });
  expect(hidden.status).toBe(200);
  await looksUntil(async () => (await read("/", "en")).status === 403);
  await varnish.stop();
  await shut(counter.server);
});
