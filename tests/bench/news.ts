import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import PostalMime from "postal-mime";
import { closeDatabase, type Db, database } from "#db/index.ts";
import { provideEnv } from "#lib/env.ts";
import { type Minted, mintOrganization, mintService } from "../support/mint.ts";
import { another } from "./another.ts";
import { APP_SECRET, type Bench } from "./bench.ts";
import { median } from "./load.ts";
import { say, verdict } from "./print.ts";
import { freePort, Process, root } from "./processes.ts";

const SUBSCRIBERS = Number(process.env.BENCH_SUBSCRIBERS ?? 100_000);
const FEW = 10;
const SEEDED_AT_ONCE = 10_000;
const BARE = 10_000;
const POSTS = 20;
const CONNECTIONS = 20;
const GOALS = { first_ms: 1_000, share: 0.8, memory_mib: 100, posting: 1.1 };
const PATIENCE_MS = 15 * 60_000;

type Came = { count: number; first_ms: number; last_ms: number; example: string };

async function openSink() {
  const [smtp, http] = [await freePort(), await freePort()];
  const process = new Process(["tests/bench/mail-sink.mjs", String(smtp), String(http)]);
  const address = `http://127.0.0.1:${http}/`;
  await process.until(address);
  const came = async (method = "GET") => (await (await fetch(address, { method })).json()) as Came;
  return { url: `smtp://127.0.0.1:${smtp}`, came, end: () => process.end() };
}

type Sink = Awaited<ReturnType<typeof openSink>>;

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

async function subscribed(db: Db, count: number): Promise<Minted & { service: number }> {
  const minted = await mintOrganization(db);
  for (let first = 1; first <= count; first += SEEDED_AT_ONCE) {
    const last = Math.min(count, first + SEEDED_AT_ONCE - 1);
    await sql`
      insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
      select ${minted.page.id}, 'email', 'all', 'reader-' || n || '@example.com', now()
      from generate_series(${first}::integer, ${last}::integer) as n`.execute(db);
  }
  return { ...minted, service: await mintService(db, minted.page.id) };
}

type Page = Awaited<ReturnType<typeof subscribed>>;

async function call(url: string, { page, keys }: Page, path: string, body: object) {
  const headers = { authorization: keys.editor, "content-type": "application/json" };
  const address = `${url}/api/v2/status_pages/${page.subdomain}/incidents${path}`;
  const start = performance.now();
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const said = (await answer.json()) as { incident?: { id: number } };
  if (answer.status !== 201) throw new Error(`${address} answered ${answer.status}`);
  return { ms: performance.now() - start, id: said.incident?.id ?? 0 };
}

const update = (notify: boolean) => ({
  update: { description: "Payments fail in **Europe**. We are looking into it.", notify },
});

async function until(sink: Sink, count: number, look: () => void = () => {}): Promise<Came> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const came = await sink.came();
    if (came.count >= count) return came;
    if (Date.now() > end) throw new Error(`only ${came.count} of ${count} came`);
    look();
    await sleep(50);
  }
}

/** How long posting takes, the same for a page that few and one that many hear of. */
async function postingTimes(url: string, pages: Page[]): Promise<number[]> {
  const times = pages.map((): number[] => []);
  const incidents = await Promise.all(
    pages.map((page) => {
      const incident = { title: "Payments fail", type: "major", service_ids: [page.service] };
      return call(url, page, "", { incident });
    }),
  );
  for (let n = 0; n < POSTS; n += 1)
    for (const [index, page] of pages.entries())
      times[index]?.push(
        (await call(url, page, `/${incidents[index]?.id}/updates`, update(false))).ms,
      );
  return times.map(median);
}

async function measure(bench: Bench, url: string, server: Process, sink: Sink): Promise<void> {
  const db = database();
  const [few, many] = [await subscribed(db, FEW), await subscribed(db, SUBSCRIBERS)];
  await sql`analyze subscriptions`.execute(db);
  const incident = { title: "Payments fail", type: "major", service_ids: [few.service] };
  const first = await call(url, few, "", { incident });
  await call(url, few, `/${first.id}/updates`, update(true));
  const bare = await bareRate(bench, sink, await until(sink, FEW));
  const [of_few = 1, of_many = 1] = await postingTimes(url, [few, many]);
  await sink.came("DELETE");
  await sleep(3_000);
  const idle_mib = server.memory_mib();
  let most_mib = idle_mib;
  const about = { ...incident, service_ids: [many.service] };
  const { id } = await call(url, many, "", { incident: about });
  await call(url, many, `/${id}/updates`, update(true));
  const posted_ms = Date.now();
  const came = await until(sink, SUBSCRIBERS, () => {
    most_mib = Math.max(most_mib, server.memory_mib());
  });
  const ours = (SUBSCRIBERS * 1_000) / (came.last_ms - came.first_ms);
  const again = await bareRate(bench, sink, came);
  report({
    bare: (bare + again) / 2,
    ours,
    of_few,
    of_many,
    most_mib,
    idle_mib,
    first_ms: came.first_ms - posted_ms,
  });
}

type Found = Record<
  "bare" | "ours" | "of_few" | "of_many" | "most_mib" | "idle_mib" | "first_ms",
  number
>;

function report({ bare, ours, of_few, of_many, most_mib, idle_mib, first_ms }: Found): void {
  const [share, ratio, grown] = [ours / bare, of_many / of_few, most_mib - idle_mib];
  say("news", `one update to ${SUBSCRIBERS} subscribers by SMTP, ${CONNECTIONS} connections`);
  verdict([
    {
      what: `first message ${Math.max(0, first_ms)} ms after the commit; goal ≤ ${GOALS.first_ms} ms`,
      met: first_ms <= GOALS.first_ms,
    },
    {
      what: `${ours.toFixed(0)} messages/s, a bare pool ${bare.toFixed(0)}: ${(share * 100).toFixed(0)} %; goal ≥ 80 %`,
      met: share >= GOALS.share,
    },
    {
      what: `memory +${grown.toFixed(0)} MiB at most; goal < ${GOALS.memory_mib} MiB`,
      met: grown < GOALS.memory_mib,
    },
    {
      what: `posting takes ${of_many.toFixed(1)} ms, with ${FEW} subscribers ${of_few.toFixed(1)} ms: ${ratio.toFixed(2)} ×; goal ≤ ${GOALS.posting} ×`,
      met: ratio <= GOALS.posting,
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
  const env = { DATABASE_URL, WORKER: "inline", SMTP_URL: sink.url, FIRST_START: "form" };
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
