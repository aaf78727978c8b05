import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import PostalMime from "postal-mime";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { another } from "./another.ts";
import { APP_SECRET, type Bench } from "./bench.ts";
import { median } from "./load.ts";
import { type Came, openSink, type Sink } from "./mail-sink.ts";
import { besideNews, type Latency } from "./news-beside.ts";
import { besideHanging, type Delay } from "./news-hanging.ts";
import { loadIncident, type Page, postUpdate, sendByMailgun, subscribed } from "./news-room.ts";
import { say, verdict } from "./print.ts";
import { type Process, root } from "./processes.ts";

const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 100_000);
const FEW = 10;
const BARE = 10_000;
const POSTS = 20;
const CONNECTIONS = 20;
const CALM_MS = 3_000;
const GOALS = { first_ms: 1_000, share: 0.8, memory_mib: 100, posting: 1.1, beside: 1.5 };
const GOAL_CALLS = Math.ceil((SUBSCRIBERS * 150) / 100_000);

/** Messages per second of a bare pool with what came first, to the same server. */
async function bareRate(bench: Bench, sink: Sink, { example }: Came): Promise<number> {
  const { subject, text, html, from, headers } = await PostalMime.parse(example);
  const listed = headers.filter(({ key }) => /^(list-|precedence|auto-sub)/.test(key));
  const own = Object.fromEntries(listed.map(({ key, value }) => [key, value]));
  const file = join(bench.folder, "message.json");
  await writeFile(file, JSON.stringify({ subject, text, html, from: from?.address, headers: own }));
  const args = ["tests/bench/bare-mail.mjs", sink.url, file, String(BARE), String(CONNECTIONS)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return (JSON.parse(stdout) as { per_s: number }).per_s;
}

/** How long posting takes, the same for a page that few and one that many hear of. */
async function postingTimes(url: string, pages: Page[]): Promise<number[]> {
  const times = pages.map((): number[] => []);
  const incidents = await Promise.all(pages.map((page) => loadIncident(url, page)));
  for (let n = 0; n < POSTS; n += 1)
    for (const [index, page] of pages.entries())
      times[index]?.push(await postUpdate(url, page, incidents[index] ?? 0, false));
  return times.map(median);
}

type Sent = { per_s: number; first_ms: number; grown_mib: number; came: Came };

async function sendToAll(url: string, page: Page, server: Process, sink: Sink): Promise<Sent> {
  const incident = await loadIncident(url, page);
  await sink.begin();
  await sleep(CALM_MS);
  const idle_mib = server.memory_mib();
  let most_mib = idle_mib;
  await postUpdate(url, page, incident, true);
  const posted_ms = Date.now();
  const came = await sink.until(SUBSCRIBERS, () => {
    most_mib = Math.max(most_mib, server.memory_mib());
  });
  return {
    per_s: (SUBSCRIBERS * 1_000) / (came.last_ms - came.first_ms),
    first_ms: Math.max(0, came.first_ms - posted_ms),
    grown_mib: most_mib - idle_mib,
    came,
  };
}

async function measure(bench: Bench, url: string, server: Process, sink: Sink): Promise<void> {
  const db = database();
  const [few, many] = [await subscribed(db, FEW), await subscribed(db, SUBSCRIBERS)];
  await sql`analyze subscriptions`.execute(db);
  await postUpdate(url, few, await loadIncident(url, few), true);
  const bare = await bareRate(bench, sink, await sink.until(FEW));
  const [of_few = 1, of_many = 1] = await postingTimes(url, [few, many]);
  const sent = await sendToAll(url, many, server, sink);
  const again = await bareRate(bench, sink, sent.came);
  reportSent(sent, (bare + again) / 2, { of_few, of_many });
  const paced = { pause_ms: (2 * CONNECTIONS * 1_000) / sent.per_s, subscribers: SUBSCRIBERS };
  reportBeside(await besideNews(url, { few, many }, sink, paced));
  reportHanging(await besideHanging(db, url, { few, readers: FEW }, sink));
  await sendByMailgun(url, many);
  const { came, grown_mib } = await sendToAll(url, many, server, sink);
  verdict([
    {
      what: `Mailgun was called ${came.calls} times; goal ≤ ${GOAL_CALLS}; memory +${grown_mib.toFixed(0)} MiB`,
      met: came.calls <= GOAL_CALLS,
    },
  ]);
}

function reportSent(
  { per_s, first_ms, grown_mib }: Sent,
  bare: number,
  { of_few, of_many }: { of_few: number; of_many: number },
): void {
  const [share, ratio] = [per_s / bare, of_many / of_few];
  say("news", `one update to ${SUBSCRIBERS} subscribers by SMTP, ${CONNECTIONS} connections`);
  verdict([
    {
      what: `first message ${first_ms} ms after the commit; goal ≤ ${GOALS.first_ms} ms`,
      met: first_ms <= GOALS.first_ms,
    },
    {
      what: `${per_s.toFixed(0)} messages/s, a bare pool ${bare.toFixed(0)}: ${(share * 100).toFixed(0)} %; goal ≥ 80 %`,
      met: share >= GOALS.share,
    },
    {
      what: `memory +${grown_mib.toFixed(0)} MiB at most; goal < ${GOALS.memory_mib} MiB`,
      met: grown_mib < GOALS.memory_mib,
    },
    {
      what: `posting takes ${of_many.toFixed(1)} ms, with ${FEW} subscribers ${of_few.toFixed(1)} ms: ${ratio.toFixed(2)} ×; goal ≤ ${GOALS.posting} ×`,
      met: ratio <= GOALS.posting,
    },
  ]);
}

function reportBeside({ idle, beside, per_s }: Latency): void {
  verdict(
    (["page", "api"] as const).map((what) => {
      const [before, during] = [idle[what], beside[what]];
      const ratio = during.median / before.median;
      const ms = `${during.median.toFixed(1)} ms (p99 ${during.p99.toFixed(0)})`;
      const idle_ms = `${before.median.toFixed(1)} ms (p99 ${before.p99.toFixed(0)})`;
      return {
        what: `${what} beside ${per_s.toFixed(0)} messages/s: ${ms}, idle ${idle_ms}: ${ratio.toFixed(2)} ×; goal ≤ ${GOALS.beside} ×`,
        met: ratio <= GOALS.beside,
      };
    }),
  );
}

function reportHanging({ alone, beside, receivers }: Delay): void {
  verdict([
    {
      what: `${FEW} mails beside ${receivers} receivers that hang: after ${beside} ms, alone ${alone} ms; goal ≤ 1000 ms more`,
      met: beside - alone <= 1_000,
    },
  ]);
}

/** One update to many subscribers, on a database of its own, beside what nodemailer alone does. */
export async function measureNews(bench: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: bench.database_url });
  await client.connect();
  await client.query("create database news");
  await client.end();
  const DATABASE_URL = Object.assign(new URL(bench.database_url), { pathname: "/news" }).href;
  const sink = await openSink();
  const env = {
    DATABASE_URL,
    WORKER: "inline",
    SMTP_URL: sink.url,
    PROVIDER_URLS: `api.mailgun.net=${sink.http}`,
    FIRST_START: "form",
  };
  const { url, server, end } = await another(bench, env);
  try {
    await server.until(`${url}/readyz`, 180_000);
    provideEnv({ DATABASE_URL, APP_SECRET });
    await measure(bench, url, server, sink);
  } finally {
    await closeDatabase();
    await end();
    await sink.end();
  }
}
