import { setTimeout as sleep } from "node:timers/promises";
import { request } from "#tests/support/http/http.ts";
import { BROWSER, median, percentile } from "./load.ts";
import type { Sink } from "./mail-sink.ts";
import { loadIncident, type Page, postUpdate } from "./news-room.ts";

const WATCH_MS = 10_000;
const PAUSE_MS = 20;
/** So many are under way before it is watched. */
const UNDER_WAY = 0.1;

type Times = { median: number; p99: number };
type Both = { page: Times; api: Times };

/** Milliseconds while nothing is sent, and beside what is. */
export type Latency = { idle: Both; beside: Both; per_s: number };

async function timed(port: number, path: string, headers: Record<string, string>): Promise<Times> {
  const times: number[] = [];
  const until = performance.now() + WATCH_MS;
  while (performance.now() < until) {
    const begun = performance.now();
    const { status } = await request(port, "localhost", path, { headers });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - begun);
    await sleep(PAUSE_MS);
  }
  return { median: median(times), p99: percentile(times, 99) };
}

/** Somebody reads a page, somebody else its incidents through the API. */
async function watch(url: string, { page, keys }: Page): Promise<Both> {
  const port = Number(new URL(url).port);
  const list = `/api/v2/status_pages/${page.subdomain}/services`;
  const key = { authorization: keys.editor, "x-forwarded-for": "198.51.100.7" };
  const [seen, asked] = await Promise.all([
    timed(port, `/s/${page.subdomain}`, BROWSER),
    timed(port, list, key),
  ]);
  return { page: seen, api: asked };
}

/** How long the page and the API of a tenant take while another's news goes out. */
export async function besideNews(
  url: string,
  { few, many }: { few: Page; many: Page },
  sink: Sink,
  { pause_ms, subscribers }: { pause_ms: number; subscribers: number },
): Promise<Latency> {
  const incident = await loadIncident(url, many);
  const idle = await watch(url, few);
  await sink.begin(pause_ms);
  await postUpdate(url, many, incident, true);
  await sink.until(subscribers * UNDER_WAY);
  const beside = await watch(url, few);
  const { count, first_ms, last_ms } = await sink.until(subscribers);
  return { idle, beside, per_s: (count * 1_000) / (last_ms - first_ms) };
}
