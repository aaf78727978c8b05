import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sendForm } from "#tests/support/browser/forms.ts";
import { type Request, type Response, request } from "#tests/support/http/http.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { cli } from "#tests/support/server/cli.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { addressOfDatabase, administer } from "#tests/support/server/run.ts";
import { startServer } from "#tests/support/server/server.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";
import { PROVIDERS } from "./chats.ts";

const START_MS = Date.UTC(2026, 10, 20, 12);
export const HOST = "status.example";
const DATABASE = "recording";
const TAKEN = { id: "1", name: "spaces/A/messages/1", thread: { name: "spaces/A/threads/1" } };
const LOOK_MS = 100;
const QUIET_LOOKS = 3;
const PATIENCE_MS = 90_000;

// `now()` of the database is the recorder's as well, in defaults of columns too.
const CLOCK = `
  create table recording_clock (value timestamptz not null);
  insert into recording_clock values (to_timestamp(${START_MS / 1000}));
  create function now() returns timestamptz language sql stable
    as 'select value from public.recording_clock';
  alter database ${DATABASE} set search_path to public, pg_catalog;`;

const UNDER_WAY = `
  select (select count(*) from events
      where dispatched_at is null and withdrawn_at is null and due_at <= now())
    + (select count(*) from outbox where next_attempt_at <= now())
    + (select count(*) from notifications
      where state = 'waiting' and coalesce(due_at, now()) <= now())
    + (select count(*) from webhook_deliveries
      where state = 'pending' and coalesce(next_attempt_at, now()) <= now())
    + (select count(*) from graphile_worker.jobs
      where run_at <= now() and attempts < max_attempts) as left`;

export type World = {
  mails: MailServer;
  receiver: Receiver;
  /** Asks the application itself. */
  ask(path: string, how?: Request): Promise<Response>;
  /** Asks a page by its subdomain. */
  visit(subdomain: string, path: string, how?: Request): Promise<Response>;
  /** Calls the API as the owner. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Of the owner's session. */
  cookie: string;
  /** Moves the time forward, and has done what only the time brings about. */
  advance(minutes: number): Promise<void>;
  /** Waits until all that is due is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

async function openDatabase(): Promise<{ url: string; client: pg.Client }> {
  await administer(`create database ${DATABASE}`);
  const url = addressOfDatabase(DATABASE);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(CLOCK);
  await client.query("set search_path to public, pg_catalog");
  return { url, client };
}

/** Never half a number: the product reads it at any moment. */
function setTime(file: string, ms: number): void {
  writeFileSync(`${file}.new`, String(ms));
  renameSync(`${file}.new`, file);
}

async function run(args: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await cli(args, env);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

async function signIn(ask: World["ask"], password: string): Promise<string> {
  const { headers } = await sendForm(ask, "/sign-in", { email: "admin@acme.example", password });
  return (headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
}

/** The built product with the demo, in a database of its own, at a time that stands still. */
export async function openWorld(folder: string): Promise<World> {
  const clock = join(folder, "clock");
  setTime(clock, START_MS);
  const { url: DATABASE_URL, client } = await openDatabase();
  const [mails, receiver] = [await MailServer.open(), await Receiver.open()];
  // As the providers of chats do: what they did not take would come again at random times.
  receiver.answer = (response) =>
    response.end(response.req.url?.startsWith("/services/") ? "ok" : JSON.stringify(TAKEN));
  const env = {
    DATABASE_URL,
    APP_SECRET,
    RECORDING_TIME: clock,
    NODE_OPTIONS: `--import=${new URL("clock.ts", import.meta.url)}`,
    APP_URL: `http://${HOST}`,
    PUBLIC_HTTP_PORT: "80",
    SMTP_URL: mails.url,
    ALLOW_PRIVATE_TARGETS: "1",
    PROVIDER_URLS: PROVIDERS.map((host) => `${host}=${new URL(receiver.url).origin}`).join(" "),
  };
  await run(["migrate"], env);
  const seeded = await run(["seed", "demo"], env);
  const key = await run(["api-key", "create", "--organization", "1", "--role", "owner"], env);
  const server = await startServer({ databaseUrl: DATABASE_URL, env });
  const ask = (path: string, how?: Request) => request(server.port, HOST, path, how);
  const cookie = await signIn(ask, /password +(\S+)/.exec(seeded)?.[1] ?? "");
  let time_ms = START_MS;

  async function settle(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    for (let quiet = 0; quiet < QUIET_LOOKS; await sleep(LOOK_MS)) {
      const { rows } = await client.query(UNDER_WAY);
      quiet = rows[0].left === "0" ? quiet + 1 : 0;
      if (performance.now() > until) throw new Error(`${rows[0].left} are still under way`);
    }
  }

  return {
    mails,
    receiver,
    ask,
    visit: (subdomain, path, how) => request(server.port, `${subdomain}.${HOST}`, path, how),
    call: (method, path, body) =>
      ask(`/api/v2${path}`, { method, body, headers: { authorization: key } }),
    async advance(minutes) {
      time_ms += minutes * 60_000;
      await client.query(`update recording_clock set value = to_timestamp(${time_ms / 1000})`);
      setTime(clock, time_ms);
      // The worker's own minutes pass by a clock that is not ours.
      await client.query("select graphile_worker.add_job('watch-timers', '{}')");
    },
    settle,
    cookie,
    async close() {
      await client.end();
      await server.stop();
      await Promise.all([mails.close(), receiver.close()]);
    },
  };
}
