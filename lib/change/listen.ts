import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientConfig } from "#db/index.ts";
import { ACCESS_CHANGED, announce, PAGE_CHANGED, PAGE_WITHDRAWN, processId, setListening } from "#lib/change/announce.ts";
import { log } from "#lib/log.ts";

const RETRY_MS = 500;
const PING_MS = 3_000;
const ANSWER_MS = 2_000;

type Hearing = {
  /** Called when changes made elsewhere are heard again: anything may have changed meanwhile. */
  onUp(): void;
  onDown(): void;
};

function hear({ channel, payload = "" }: pg.Notification): void {
  if (payload.endsWith(processId)) return;
  const status_page_id = Number.parseInt(payload, 10);
  if (channel === ACCESS_CHANGED) announce("access");
  else if (status_page_id > 0) announce({ status_page_id, withdrawn: channel === PAGE_WITHDRAWN });
}

/** One connection, from LISTEN until it breaks. A silent break is found by asking something now and then. */
async function listenOnce(hearing: Hearing, stop: AbortSignal): Promise<void> {
  const client = new pg.Client({ ...clientConfig(), query_timeout: ANSWER_MS });
  const broken = new AbortController();
  client.on("error", () => broken.abort());
  client.on("end", () => broken.abort());
  client.on("notification", hear);
  const end = AbortSignal.any([stop, broken.signal]);
  let up = false;
  try {
    await client.connect();
    await client.query(`listen ${PAGE_CHANGED}; listen ${PAGE_WITHDRAWN}; listen ${ACCESS_CHANGED}`);
    up = true;
    setListening(true);
    hearing.onUp();
    while (!end.aborted) {
      await sleep(PING_MS, undefined, { signal: end }).catch(() => {});
      if (!end.aborted) await client.query("select 1");
    }
  } finally {
    setListening(false);
    if (up) hearing.onDown();
    client.end().catch(() => {});
  }
}

/**
 * Hears which pages other processes change, and connects again within a second whenever the connection breaks.
 * @returns once it hears, or has failed to for the first time: a function that ends it
 */
export async function listenForChanges(hearing: Hearing): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const first: Hearing = {
    onUp() {
      hearing.onUp();
      resolve();
    },
    onDown: () => hearing.onDown(),
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await listenOnce(first, stop.signal).catch((error) => log().debug({ err: error }, "not listening"));
      resolve();
      await sleep(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  };
  const running = run();
  await tried;
  return async () => {
    stop.abort();
    await running;
  };
}
