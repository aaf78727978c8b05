import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseClient } from "#db/client.ts";
import { directConfig } from "#db/index.ts";
import {
  ACCESS_CHANGED,
  type Announcement,
  newChangeId,
  PAGE_CHANGED,
  PAGE_WITHDRAWN,
} from "#lib/core/transaction/announce.ts";
import { log } from "#lib/platform/log.ts";
import { programName } from "#lib/platform/process/program-name.ts";

const RETRY_MS = 500;
const PING_MS = 3_000;
const ANSWER_MS = 2_000;

/** Sent by triggers, with the host's name or its page's subdomain. */
const HOST_CHANGED = "host_changed";

type Hearing = {
  onChange(announcement: Announcement): void;
  /** A host's addresses, domain or certificate changed. */
  onHost(name: string): void;
  /** Listening resumes; anything may have changed meanwhile. */
  onUp(): void;
  onDown(): void;
};

// Processes of the previous version send no change ids.
function nameOf(text = ""): string {
  return text.includes(".") ? text : newChangeId();
}

function readAccess(payload: string): Announcement {
  const [kind, number, name] = payload.split(":");
  const [id, known] = [nameOf(name), Number(number)];
  if (kind === "organization") return { id, change: null, access: { organization_id: known } };
  if (kind === "user") return { id, change: null, access: { user_id: known } };
  return { id, change: "unheard", access: null };
}

function readPage(payload: string, isWithdrawn: boolean): Announcement {
  const [page, word, access, name] = payload.split(":");
  const status_page_id = Number(page);
  const content = word === "content" ? word : "nothing";
  const change = { status_page_id, withdrawn: isWithdrawn ? "page" : content } as const;
  return { id: nameOf(name), change, access: access === "same" ? null : { status_page_id } };
}

function read({ channel, payload = "" }: pg.Notification): Announcement {
  if (channel === ACCESS_CHANGED) return readAccess(payload);
  return readPage(payload, channel === PAGE_WITHDRAWN);
}

/** One connection until it breaks; a periodic query finds a silent break. */
async function listenOnce(hearing: Hearing, stop: AbortSignal): Promise<void> {
  const application_name = programName("node");
  const config = { ...directConfig(), application_name, query_timeout: ANSWER_MS };
  const client = new DatabaseClient(config);
  const broken = new AbortController();
  client.on("error", () => broken.abort());
  client.on("end", () => broken.abort());
  client.on("notification", (notification) => {
    if (notification.channel === HOST_CHANGED) hearing.onHost(notification.payload ?? "");
    else hearing.onChange(read(notification));
  });
  const end = AbortSignal.any([stop, broken.signal]);
  let up = false;
  try {
    await client.connect();
    const channels = [PAGE_CHANGED, PAGE_WITHDRAWN, ACCESS_CHANGED, HOST_CHANGED];
    await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
    up = true;
    hearing.onUp();
    while (!end.aborted) {
      await sleep(PING_MS, undefined, { signal: end }).catch(() => {});
      if (!end.aborted) await client.query("select 1");
    }
  } finally {
    if (up) hearing.onDown();
    client.end().catch(() => {});
  }
}

/** Reconnects within a second. @returns after the first attempt: a function that stops it */
export async function listenForChanges(hearing: Hearing): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const { promise: tried, resolve } = Promise.withResolvers<void>();
  const first: Hearing = {
    onUp() {
      hearing.onUp();
      resolve();
    },
    onChange: hearing.onChange,
    onHost: hearing.onHost,
    onDown: () => hearing.onDown(),
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      await listenOnce(first, stop.signal).catch((error) =>
        log().debug({ err: error }, "not listening"),
      );
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
