import type { ServerResponse } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { expect, test } from "@playwright/test";
import type { Check } from "#lib/monitoring/checks/check.ts";
import { probe } from "#lib/monitoring/checks/probe.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { certificates, endless, Target } from "#tests/support/http/targets.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { NameServer } from "#tests/support/stand-ins/name-server.ts";

const PLAIN: Omit<Check, "address"> = {
  method: "HEAD",
  headers: [],
  keyword_up: null,
  keyword_down: null,
  expected_statuses: [],
};

const open: Target[] = [];
async function opened(target: Promise<Target>): Promise<Target> {
  open.push(await target);
  return target;
}

const check = (address: string, how: Partial<Check> = {}, timeout_ms?: number) =>
  probe({ address, ...PLAIN, ...how }, timeout_ms);

/** `up`, or why not. */
async function said(address: string, how: Partial<Check> = {}, timeout_ms?: number) {
  const { outcome, reason, detail } = await check(address, how, timeout_ms);
  return [outcome, reason, detail].filter((part) => part !== null).join(" ");
}

test.beforeEach(() => allowPrivateTargets(true));
test.afterEach(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
  allowPrivateTargets(false);
});

const answering = (status: number, body = "") =>
  opened(Target.http((_, response) => response.writeHead(status).end(body)));

test("2xx and 3xx are up, unless other statuses are expected", async () => {
  const fine = await answering(204);
  const gone = await answering(503);
  expect(await said(fine.url)).toBe("up");
  expect(await said((await answering(304)).url)).toBe("up");
  expect(await said(gone.url)).toBe("down status 503");
  expect(await said(gone.url, { expected_statuses: ["200", "500-599"] })).toBe("up");
  expect(await said(fine.url, { expected_statuses: ["200"] })).toBe("down status 204");
  expect(fine.asked).toEqual(["HEAD /", "HEAD /", "GET /"]);
});

test("a HEAD that fails is repeated as GET before it counts, and only then", async () => {
  const refusing = (refuse: (response: ServerResponse) => void) =>
    opened(
      Target.http(({ method }, response) =>
        method === "HEAD" ? refuse(response) : void response.writeHead(200).end(),
      ),
    );
  for (const status of [400, 403, 404, 405, 500, 501]) {
    const target = await refusing((response) => void response.writeHead(status).end());
    const { outcome, hops } = await check(target.url);
    expect([outcome, hops.map(({ method, status: one }) => [method, one])]).toEqual([
      "up",
      [
        ["HEAD", status],
        ["GET", 200],
      ],
    ]);
  }
  const closes = await refusing((response) => void response.socket?.destroy());
  expect(await said(closes.url)).toBe("up");
  expect(closes.asked).toEqual(["HEAD /", "GET /"]);
  const nonsense = await refusing((response) => void response.socket?.end("nonsense\r\n\r\n"));
  expect(await said(nonsense.url)).toBe("up");
  const moved = await opened(
    Target.http(({ method, url }, response) => {
      if (url === "/") response.writeHead(301, { location: "/there" }).end();
      else response.writeHead(method === "HEAD" ? 404 : 200).end();
    }),
  );
  expect(await said(moved.url)).toBe("up");
  expect(moved.asked).toEqual(["HEAD /", "HEAD /there", "GET /there"]);
  const fine = await answering(200);
  const gone = await answering(501);
  expect([await said(fine.url), fine.asked]).toEqual(["up", ["HEAD /"]]);
  expect(await said(gone.url)).toBe("down status 501");
  expect(await said(gone.url, { expected_statuses: ["501"] })).toBe("up");
  expect(gone.asked).toEqual(["HEAD /", "GET /", "HEAD /"]);
});

test("a keyword makes it a GET, and decides", async () => {
  const target = await answering(200, "All systems go; nothing is in ruins: größer");
  expect(await said(target.url, { keyword_up: "größer" })).toBe("up");
  expect(await said(target.url, { keyword_up: "grosser" })).toBe("down keyword_missing");
  expect(await said(target.url, { keyword_down: "ruins" })).toBe("down keyword_down");
  expect(new Set(target.asked)).toEqual(new Set(["GET /"]));
});

test("a keyword is found in any encoding that the server names", async () => {
  const german = "Größe: alle Wörter da";
  const html = `<!doctype html><html><head><meta charset="iso-8859-1"></head>${german}`;
  const bodies: [Record<string, string>, Buffer][] = [
    [{ "content-encoding": "gzip" }, gzipSync(german)],
    [{ "content-encoding": "x-gzip" }, gzipSync(german).subarray(0, -4)],
    [{ "content-encoding": "br" }, brotliCompressSync(german)],
    [{ "content-encoding": "deflate" }, deflateSync(german)],
    [{ "content-encoding": "deflate" }, deflateRawSync(german)],
    [{ "content-encoding": "ZSTD" }, zstdCompressSync(german)],
    [{ "content-encoding": "gzip, br" }, brotliCompressSync(gzipSync(german))],
    [{ "content-encoding": "gzip" }, Buffer.from(german)],
    [{ "content-encoding": "aws-chunked" }, Buffer.from(german)],
    [{ "content-type": "text/html; charset=ISO-8859-1" }, Buffer.from(german, "latin1")],
    [{ "content-type": 'text/html; Charset="windows-1252"' }, Buffer.from(german, "latin1")],
    [{ "content-type": "text/html" }, Buffer.from(html, "latin1")],
    [{ "content-type": "text/html; charset=latin1" }, Buffer.from(`\ufeff${german}`)],
    [{ "content-type": "text/html; charset=nonsense" }, Buffer.from(german)],
    [{}, Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${german}`, "latin1")],
    [{}, Buffer.from(`\ufeff${german}`, "utf16le")],
    [{}, Buffer.from(german.normalize("NFD"))],
  ];
  for (const [headers, body] of bodies) {
    const target = await opened(
      Target.http((_, response) => response.writeHead(200, headers).end(body)),
    );
    expect([headers, await said(target.url, { keyword_up: "Wörter" })]).toEqual([headers, "up"]);
  }
});

test("a compressed body of any size is read to the limit only", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, "x"), { level: 9 });
  const target = await opened(
    Target.http((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)),
  );
  const { body } = await callHttp(target.url, {
    method: "GET",
    timeout_ms: 10_000,
    max_bytes: 262_144,
  });
  expect(body.length).toBe(262_144);
});

test("cookies that a server sets come back to it within one check, and to no other", async () => {
  const other = await answering(200);
  const elsewhere = other.url.replace("127.0.0.1", "localhost");
  const target = await opened(
    Target.http(({ headers, url }, response) => {
      const { cookie = "" } = headers;
      if (url === "/away") response.writeHead(302, { location: elsewhere });
      else if (!/seen=1/.test(cookie))
        response.writeHead(302, {
          location: "/",
          "set-cookie": ["seen=1; Path=/; HttpOnly", "gone=1; Max-Age=0", "old=2", "x=1; Secure"],
        });
      else response.writeHead(302, { location: "/away", "set-cookie": "bad=1; Domain=com" });
      response.end();
    }),
  );
  const headers = [{ key: "Cookie", value: "own=1; old=1" }];
  expect(await said(target.url, { headers })).toBe("up");
  expect(target.headers.map(({ cookie }) => cookie)).toEqual([
    "own=1; old=1",
    "own=1; seen=1; old=2",
    "own=1; seen=1; old=2",
  ]);
  expect(other.headers.map(({ cookie }) => cookie)).toEqual([undefined]);
  expect(await said(target.url)).toBe("up");
  expect(target.headers[3]?.cookie).toBeUndefined();
});

test("a redirect to letters beyond ASCII is followed, in UTF-8 and in Latin-1", async () => {
  for (const encoding of ["utf8", "latin1"] as const) {
    const target = await opened(
      Target.http(({ url }, response) => {
        if (url === "/") {
          const head = "HTTP/1.1 302 Found\r\nConnection: close\r\nLocation: /größe\r\n\r\n";
          response.socket?.end(Buffer.from(head, encoding));
        } else response.writeHead(200).end();
      }),
    );
    expect(await said(target.url)).toBe("up");
    expect(target.asked).toEqual(["HEAD /", `HEAD ${encodeURI("/größe")}`]);
  }
});

test("redirects are followed to their end, and secrets are not told to another server", async () => {
  const end = await answering(200);
  const start = await opened(
    Target.http(({ url }, response) =>
      response.writeHead(302, { location: url === "/" ? "/next" : `${end.url}/end` }).end(),
    ),
  );
  const headers = [
    { key: "X-Api-Key", value: "secret" },
    { key: "Accept", value: "text/plain" },
  ];
  const { outcome, hops } = await check(start.url, { headers });
  expect([outcome, hops.length, end.asked]).toEqual(["up", 3, ["HEAD /end"]]);
  expect(start.headers[1]).toMatchObject({ "x-api-key": "secret" });
  expect(end.headers[0]).not.toHaveProperty("x-api-key");
  expect(end.headers[0]).toMatchObject({ accept: "text/plain" });
  expect(await said(start.url, { expected_statuses: ["302"] })).toBe("up");
});

test("redirects in circles and to nowhere are failures", async () => {
  const circle = await opened(
    Target.http((_, response) => response.writeHead(301, { location: "/" }).end()),
  );
  const nowhere = await opened(
    Target.http((_, response) => response.writeHead(301, { location: "file:///etc/hosts" }).end()),
  );
  expect(await said(circle.url)).toBe("down too_many_redirects 10");
  expect(circle.asked).toHaveLength(11);
  expect(await said(nowhere.url)).toBe("down bad_redirect");
});

test("what hangs, at whatever point, is down when the time for everything is over", async () => {
  const silent = await opened(Target.tcp());
  const slow = await opened(
    Target.http((_, response) => {
      response.writeHead(200).write("x");
    }),
  );
  const address = silent.url.replace("tcp:", "http:");
  expect(await said(address, {}, 200)).toBe("down timeout");
  const { reason, response_ms, hops } = await check(slow.url, { method: "GET" }, 200);
  expect(reason).toBe("timeout");
  expect(response_ms).toBeLessThan(2_000);
  expect(hops[0]?.timing.first_byte_ms).toBeGreaterThan(0);
});

test("a body that stalls is down with a length, in chunks, and without either", async () => {
  for (const how of ["Content-Length: 99", "Transfer-Encoding: chunked", "Connection: close"]) {
    const body = how.startsWith("T") ? "3\r\nall\r\n" : "all";
    const target = await opened(
      Target.http((_, { socket }) => socket?.write(`HTTP/1.1 200 OK\r\n${how}\r\n\r\n${body}`)),
    );
    for (const wanted of [{ method: "GET" }, { keyword_up: "all" }])
      expect([how, await said(target.url, wanted, 200)]).toEqual([how, "down timeout"]);
  }
});

test("what resets, refuses or talks nonsense is down for that reason", async () => {
  const reset = await opened(Target.tcp(true));
  const closed = await answering(200);
  await closed.close();
  expect(await said(reset.url.replace("tcp:", "http:"))).toBe("down reset");
  expect(await said(closed.url)).toBe("down refused");
  expect(await said("http://127.0.0.1:99999")).toBe("down unknown_host");
});

test("an endless body is read to its limit", async () => {
  const target = await opened(Target.http(endless));
  expect(await said(target.url, { keyword_up: "never" })).toBe("down keyword_missing");
  expect(await said(target.url, { method: "GET" })).toBe("up");
});

test("wrong certificates are failures with their reason; of a good one it is noted when it ends", async () => {
  const { authority, good, ...bad } = certificates();
  const before = getCACertificates();
  setDefaultCACertificates([...before, authority.cert]);
  try {
    const answer = (certificate: typeof good) =>
      opened(Target.https(certificate, (_, response) => response.end()));
    const { outcome, certificate_ends_at, hops } = await check((await answer(good)).url);
    expect(outcome).toBe("up");
    expect(certificate_ends_at?.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect(hops[0]?.timing.tls_ms).toBeGreaterThan(0);
    expect(await said((await answer(bad.expired)).url)).toBe("down tls_expired");
    expect(await said((await answer(bad.wrong_host)).url)).toBe("down tls_wrong_host");
    expect(await said((await answer(bad.self_signed)).url)).toBe("down tls_self_signed");
    expect(await said((await answer(bad.unknown)).url)).toBe("down tls_untrusted");
    const plain = await answering(200);
    expect(await said(plain.url.replace("http:", "https:"))).toBe("down tls_failed");
  } finally {
    setDefaultCACertificates(before);
  }
});

test("tcp is up when it accepts a connection", async () => {
  const target = await opened(Target.tcp());
  expect(await said(target.url)).toBe("up");
  await target.close();
  expect(await said(target.url)).toBe("down refused");
});

test.describe("with a name server", () => {
  let names: NameServer;
  test.beforeEach(async () => {
    names = await NameServer.open();
    process.env.DNS_SERVERS = names.address;
    provideEnv({});
  });
  test.afterEach(async () => {
    delete process.env.DNS_SERVERS;
    provideEnv({});
    await names.close();
  });

  test("dns is up when the name has such records, one of them the one expected", async () => {
    names.add("www.example.test", "A", "192.0.2.7");
    names.add("txt.example.test", "TXT", "v=spf1 -all");
    expect(await said("dns://www.example.test")).toBe("up");
    expect(await said("dns://www.example.test?expect=192.0.2.7")).toBe("up");
    expect(await said("dns://www.example.test?expect=192.0.2.8")).toBe("down other_record A");
    expect(await said("dns://txt.example.test?type=txt&expect=v%3Dspf1%20-all")).toBe("up");
    expect(await said("dns://www.example.test?type=MX")).toBe("down no_record MX");
    expect(await said("dns://unknown.example")).toBe("down no_record A");
    expect(await said("http://unknown.example/")).toBe("down unknown_host");
  });

  test("a name server that does not respond is the reason", async () => {
    names.isSilent = () => true;
    expect(await said("dns://www.example.test", {}, 200)).toBe("down name_server");
  });

  test("private addresses are refused: as they are, by redirect, and when a name comes to mean one", async () => {
    const target = await answering(200);
    // The first address may be called, what it leads to may not.
    const away = await opened(
      Target.http((_, response) => {
        allowPrivateTargets(false);
        response.writeHead(302, { location: target.url }).end();
      }),
    );
    expect(await said(away.url)).toBe("down address_refused");
    expect(away.asked).toEqual(["HEAD /"]);
    allowPrivateTargets(false);
    names.add("rebound.test", "A", "127.0.0.1");
    for (const address of [
      target.url,
      `tcp://127.0.0.1:${target.port}`,
      `http://rebound.test:${target.port}`,
      `tcp://rebound.test:${target.port}`,
    ])
      expect([address, await said(address)]).toEqual([address, "down address_refused"]);
    expect(target.asked).toEqual([]);
  });
});
