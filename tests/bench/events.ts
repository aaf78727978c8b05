import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { APP_SECRET, type Bench } from "./bench.ts";
import { median, percentile } from "./load.ts";
import { say, verdict } from "./print.ts";

const WEBHOOKS = 50;
const SUBSCRIPTIONS = 100_000;
const WARM_UP = 20;
const POSTS = 200;
// So that no incident grows while it is measured.
const PER_INCIDENT = 10;
const SETTLED_MS = 10;
const GOAL = 1.1;

/** Answers whatever webhooks send. */
async function openMailReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    response.writeHead(204).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, received: () => received, server };
}

async function addListeners(db: Db, { page }: Minted, url: string): Promise<void> {
  const events = ["incident.updated"] as const;
  for (let n = 0; n < WEBHOOKS; n += 1) await mintWebhook(db, page.id, { url, events });
  await sql`
    insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
    select ${page.id}, 'email', 'all', 'reader-' || n || '@example.com', now()
    from generate_series(1, ${SUBSCRIPTIONS}::integer) as n`.execute(db);
  await sql`analyze subscriptions, webhooks`.execute(db);
}

/** Posts updates to a page, one at a time. @returns a function that posts one, in milliseconds */
async function posting({ url }: Bench, db: Db, { page, keys }: Minted) {
  const service = await mintService(db, page.id);
  const incidents = `${url}/api/v2/status_pages/${page.subdomain}/incidents`;
  const post = async (address: string, body: unknown) => {
    const headers = { authorization: keys.editor, "content-type": "application/json" };
    const start = performance.now();
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    const said = (await answer.json()) as { incident?: { id: number } };
    if (answer.status !== 201) throw new Error(`${address} answered ${answer.status}`);
    return { ms: performance.now() - start, said };
  };
  let incident = 0;
  return async (n: number) => {
    if (n % PER_INCIDENT === 0) {
      const whole = { title: `Bench ${n}`, type: "minor", service_ids: [service] };
      incident = (await post(incidents, { incident: whole })).said.incident?.id ?? 0;
    }
    const update = { description: `Update ${n} of the bench` };
    return (await post(`${incidents}/${incident}/updates`, { update })).ms;
  };
}

/**
 * Updates of a page with many listeners beside one with none, in turn; the next one is posted when
 * everybody has been told of the last.
 */
export async function measureEvents(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url, APP_SECRET });
  const db = patientDatabase();
  const receiver = await openMailReceiver();
  try {
    const [heard, unheard] = [await mintOrganization(db), await mintOrganization(db)];
    await addListeners(db, heard, receiver.url);
    const sides = [await posting(bench, db, heard), await posting(bench, db, unheard)] as const;
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < WARM_UP + POSTS; n += 1) {
      for (const side of [0, 1] as const) {
        times[side].push(await sides[side](n));
        while (receiver.received() < (n + 1) * WEBHOOKS) await sleep(SETTLED_MS);
        await sleep(SETTLED_MS);
      }
    }
    for (const each of times) each.splice(0, WARM_UP);
    const [many, none] = times.map(median) as [number, number];
    const [p99Many, p99None] = times.map((each) => percentile(each, 99)) as [number, number];
    say(
      "events",
      `${POSTS} updates of a page with ${WEBHOOKS} webhooks and ${SUBSCRIPTIONS} subscriptions: median ${many.toFixed(1)} ms, p99 ${p99Many.toFixed(1)} ms; of one with none: ${none.toFixed(1)} ms, ${p99None.toFixed(1)} ms`,
    );
    const ratio = many / none;
    const what = `an update costs ${ratio.toFixed(2)} times as much; goal ≤ ${GOAL}`;
    verdict([{ what, met: ratio <= GOAL }]);
  } finally {
    receiver.server.close();
    receiver.server.closeAllConnections();
    await db.destroy();
  }
}
