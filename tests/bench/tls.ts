import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import pg from "pg";
import { provideEnv } from "#lib/platform/config/env.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { certify } from "#tests/support/data/certificates.ts";
import { another } from "./another.ts";
import { APP_SECRET, type Bench } from "./bench.ts";
import { compare } from "./compare.ts";
import { handshakes, http2Reads } from "./handshakes.ts";
import { BROWSER, median } from "./load.ts";
import { say, verdict } from "./print.ts";
import { freePort, Process } from "./processes.ts";

const FRONT = programFile("front", buildFolder());
const DOMAINS = 10_000;
const VISITED = 400;
const SHAKES = 3_000;
const ROUNDS = 3;
const SETTLE_MS = 10_000;
const LOOK_MS = 20;

const authority = certify({ host: "The authority of the bench" });

const nameOf = (number: number) => `status-${number}.example.test`;

/** Puts a certificate for each of many domains where nodes find it. */
async function putCertificates(url: string): Promise<string[]> {
  provideEnv({ APP_SECRET });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = Array.from({ length: DOMAINS }, (_, number) => nameOf(number));
  for (let start = 0; start < names.length; start += 500) {
    const some = names.slice(start, start + 500).map((host) => {
      const { cert, keyPem } = certify({ host, by: authority });
      return { name: host, chain: cert + authority.cert, private_key: seal(keyPem) };
    });
    await client.query(
      `insert into certificates (name, source, chain, private_key, not_after, due_at)
       select name, 'uploaded', chain, private_key, now() + '1 year', now() + '1 year'
       from jsonb_to_recordset($1) as r (name text, chain text, private_key text)`,
      [JSON.stringify(some)],
    );
  }
  await client.end();
  return names;
}

/** Whether a server presents a name's own certificate. */
function presents(port: number, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, servername: name, ca: authority.cert };
    const socket = connectTls(options, () => resolve(true));
    socket.once("error", () => resolve(false)).once("secureConnect", () => socket.destroy());
  });
}

/** How long a node with an empty folder takes until `isServing` holds. */
async function startedIn(
  bench: Bench,
  settings: Record<string, string>,
  isServing: (url: string) => Promise<boolean>,
): Promise<number> {
  const since = performance.now();
  const { url, end } = await another(bench, settings);
  try {
    while (!(await isServing(url))) await sleep(LOOK_MS);
    return performance.now() - since;
  } finally {
    await end();
  }
}

/** How much later than one without HTTPS a node serves the last of many domains. */
async function measureLaterNode(bench: Bench, name: string) {
  const port = await freePort();
  const settings = { HTTPS_PORT: String(port), ACME_DIRECTORY_URL: "off" };
  const https_ms = await startedIn(bench, settings, () => presents(port, name));
  const isReady = (url: string) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const http_ms = await startedIn(bench, {}, isReady);
  const later_ms = https_ms - http_ms;
  const what = `a later node serves the last of ${DOMAINS} domains ${https_ms.toFixed(0)} ms after its start, ${later_ms.toFixed(0)} ms after one without HTTPS is ready; goal ≤ 1000`;
  return { what, met: later_ms <= 1_000 };
}

/** A cached page over HTTPS, handshakes beside a bare server's, ten thousand domains. */
export async function measureTls(bench: Bench): Promise<void> {
  const own = certify({ host: "localhost", by: authority });
  const [certificate, key] = [join(bench.folder, "tls-cert"), join(bench.folder, "tls-key")];
  await writeFile(certificate, own.cert + authority.cert);
  await writeFile(key, own.keyPem);
  const [port, bare_port] = [await freePort(), await freePort()];
  const files = { TLS_CERTIFICATE_FILE: certificate, TLS_KEY_FILE: key };
  const settings = { HTTPS_PORT: String(port), ACME_DIRECTORY_URL: "off", ...files };
  const { url, server, end } = await another(bench, settings);
  const bare = new Process(["tests/bench/bare-tls.mjs", String(bare_port), certificate, key]);
  const plain = `${url.replace("localhost", "127.0.0.1")}/s/acme`;
  const https = `https://localhost:${port}/s/acme`;
  await server.until(plain);
  await fetch(plain, { headers: BROWSER });
  const front = server.of(FRONT);
  try {
    const goals = [await comparePages({ plain, https, front })];
    const two = await http2Reads(front, https, 20_000);
    say(
      "tls",
      `HTTP/2, 16 connections: ${two.per_second.toFixed(0)} requests/s, ${two.cpu_us.toFixed(1)} µs`,
    );
    const rates: Record<string, { per_second: number; cpu_us: number }[]> = { ours: [], bare: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await handshakes(front, port, ["localhost"], SHAKES);
      const theirs = await handshakes(bare, bare_port, ["localhost"], SHAKES);
      // The first round warms up.
      if (round > 0) rates.ours?.push(ours) && rates.bare?.push(theirs);
    }
    const cpu = (side: string) => median((rates[side] ?? []).map(({ cpu_us }) => cpu_us));
    const speed = (side: string) => median((rates[side] ?? []).map((rate) => rate.per_second));
    say(
      "tls",
      `full handshakes: ${speed("ours").toFixed(0)}/s, ${cpu("ours").toFixed(0)} µs each; bare node:https ${speed("bare").toFixed(0)}/s, ${cpu("bare").toFixed(0)} µs; client on the same machine`,
    );
    goals.push(...(await measureDomains(bench, server, port, cpu("ours"))));
    verdict([...goals, await measureLaterNode(bench, nameOf(DOMAINS - 1))]);
  } finally {
    await bare.end();
    await end();
  }
}

type Sides = { plain: string; https: string; front: { cpu_seconds(): number } };

async function comparePages({ plain, https, front }: Sides) {
  const found = await compare(
    { url: https, process: front, headers: BROWSER },
    { url: plain, process: front, headers: BROWSER },
  );
  const { ours, yardstick, ratio } = found;
  say(
    "tls",
    `cached page by keep-alive: HTTPS ${ours.requests_per_second.toFixed(0)} requests/s, ${ours.cpu_us.toFixed(1)} µs; HTTP ${yardstick.requests_per_second.toFixed(0)}, ${yardstick.cpu_us.toFixed(1)} µs; failures ${ours.failures}`,
  );
  const costs = 1 / ratio;
  const what = `HTTPS costs ${costs.toFixed(2)} times the processor time of HTTP; goal ≤ 1.7`;
  return { what, met: costs <= 1.7 };
}

async function measureDomains(bench: Bench, server: Process, port: number, one_us: number) {
  await sleep(SETTLE_MS);
  const before = server.memory_mib();
  const names = await putCertificates(bench.database_url);
  await sleep(SETTLE_MS);
  const front = server.of(FRONT);
  const first = await handshakes(front, port, names, DOMAINS);
  const again = await handshakes(front, port, names.slice(-VISITED), VISITED * 4);
  await sleep(SETTLE_MS);
  const cost = server.memory_mib() - before;
  say(
    "tls",
    `handshakes with ${DOMAINS} domains: ${first.cpu_us.toFixed(0)} µs for each in turn, read from disk; ${again.cpu_us.toFixed(0)} µs for ${VISITED} of them again and again; ${one_us.toFixed(0)} µs for one alone`,
  );
  const ratio = again.cpu_us / one_us;
  return [
    { what: `${DOMAINS} domains cost ${cost.toFixed(0)} MiB; goal ≤ 100`, met: cost <= 100 },
    { what: `a handshake beside them costs ${ratio.toFixed(2)} times as much`, met: ratio <= 1.15 },
  ];
}
