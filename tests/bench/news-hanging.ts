import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#db/index.ts";
import type { Sink } from "./mail-sink.ts";
import { loadIncident, type Page, postUpdate, subscribed } from "./news-room.ts";

const RECEIVERS = 500;
const UNDER_WAY_MS = 1_000;

/** Milliseconds from an update to the last mail about it. */
export type Delay = { alone: number; beside: number; receivers: number };

async function timeToAll(url: string, page: Page, sink: Sink, readers: number): Promise<number> {
  const incident = await loadIncident(url, page);
  await sink.begin();
  const posted_ms = Date.now();
  await postUpdate(url, page, incident, true);
  return (await sink.until(readers)).last_ms - posted_ms;
}

/** How long a few readers wait while another tenant's receivers, each a host of its own, hang. */
export async function besideHanging(
  db: Db,
  url: string,
  { few, readers }: { few: Page; readers: number },
  sink: Sink,
): Promise<Delay> {
  const receiver = createServer(() => {});
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  const other = await subscribed(db, 0);
  const hooks = Array.from({ length: RECEIVERS }, (_, n) => ({
    status_page_id: other.page.id,
    type: "webhook" as const,
    filter: "all" as const,
    webhook_url: `http://h${n}.localhost:${port}/`,
    confirmed_at: new Date().toISOString(),
  }));
  await db.insertInto("subscriptions").values(hooks).execute();
  const alone = await timeToAll(url, few, sink, readers);
  await postUpdate(url, other, await loadIncident(url, other), true);
  await sleep(UNDER_WAY_MS);
  const beside = await timeToAll(url, few, sink, readers);
  receiver.closeAllConnections();
  receiver.close();
  return { alone, beside, receivers: RECEIVERS };
}
