import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Db } from "#db/index.ts";
import {
  type Minted,
  mintKey,
  mintOrganization,
  mintPage,
  mintService,
} from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { request } from "#tests/support/http/http.ts";
import type { Asked } from "./cannon.ts";
import type { Flood } from "./flood.ts";
import { beginLoad } from "./load.ts";
import { Process } from "./processes.ts";

const HEAVY_CONNECTIONS = 8;
const HEAVY_KEYS = 10;
export const FLOOD_CONNECTIONS = 256;
const PATHS = 20_000;
const RECEIVERS = 500;
const RECEIVERS_A_PAGE = 50;
const POST_EVERY_MS = 2_000;

const FLOODER = { "X-Forwarded-For": "203.0.113.1" };

/** Something that goes on while others are watched; @returns what ends it */
export type Trouble = (seconds: number) => Promise<() => Promise<unknown>>;

export type Stage = { db: Db; port: number; folder: string };

/** A mebibyte of texts that become much more than they are. */
function heavyIncident(service: number): object {
  const description = "a@b.c* ".repeat(9_000);
  const updates = Array.from({ length: 15 }, () => ({ type: "update", description }));
  return { incident: { title: "Heavy", type: "major", service_ids: [service], updates } };
}

/** One tenant posts and reads the heaviest texts it may, with ten keys. */
export async function heavyTenant({ db, port, folder }: Stage): Promise<Trouble> {
  const { id, page } = await mintOrganization(db);
  const service = await mintService(db, page.id);
  const api = `/api/v2/status_pages/${page.subdomain}`;
  const requests: Flood["requests"] = [];
  for (let count = 0; count < HEAVY_KEYS; count += 1) {
    const key = await mintKey(db, { organization_id: id, role: "admin" });
    const headers = { authorization: key, "x-forwarded-for": "203.0.113.2" };
    requests.push(
      { path: `${api}/incidents`, method: "POST", headers, body: heavyIncident(service) },
      { path: `${api}/incidents?limit=100`, headers },
      { path: `${api}/summary`, headers },
      { path: `/s/${page.subdomain}`, headers },
      { path: `/s/${page.subdomain}/rss`, headers },
    );
  }
  const file = join(folder, "heavy.json");
  await writeFile(file, JSON.stringify({ port, connections: HEAVY_CONNECTIONS, requests }));
  return async () => {
    const flooding = new Process(["tests/bench/flood.ts", file]);
    return () => flooding.end();
  };
}

/** Receivers that take every connection and answer none, and incidents that all of them hear of. */
export async function hangingReceivers({ db, port }: Stage): Promise<Trouble> {
  const servers: Server[] = [];
  const { id, keys } = await mintOrganization(db);
  const subdomains: string[] = [];
  while (servers.length < RECEIVERS) {
    const page = await mintPage(db, id);
    subdomains.push(page.subdomain);
    for (let count = 0; count < RECEIVERS_A_PAGE; count += 1) {
      const server = createServer(() => {})
        .listen(0, "127.0.0.1")
        .unref();
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await mintWebhook(db, page.id, { url, events: ["incident.created"] });
      servers.push(server);
    }
  }
  const headers = { authorization: keys.admin, "x-forwarded-for": "203.0.113.3" };
  const body = { incident: { title: "For nobody", type: "minor" } };
  const post = (subdomain: string) =>
    request(port, "localhost", `/api/v2/status_pages/${subdomain}/incidents`, {
      method: "POST",
      headers,
      body,
    });
  const postAll = () => Promise.all(subdomains.map(post)).catch(() => {});
  return async () => {
    await postAll();
    const timer = setInterval(postAll, POST_EVERY_MS);
    return async () => clearInterval(timer);
  };
}

function flooding(port: number, requests: Asked[]): Trouble {
  return async (seconds) => {
    const { ended } = await beginLoad(`http://127.0.0.1:${port}/`, {
      connections: FLOOD_CONNECTIONS,
      seconds,
      headers: { Host: "localhost", ...FLOODER },
      requests,
    });
    return () => ended;
  };
}

function many(ask: (name: string) => Asked): Asked[] {
  return Array.from({ length: PATHS }, (_, n) => ask(((n * 2_654_435_761) % 2 ** 32).toString(36)));
}

/** One client with 256 connections that asks for what is in no cache. */
export async function floods({ db, port }: Stage): Promise<Record<string, Trouble>> {
  const tenant: Minted = await mintOrganization(db);
  const restricted = await mintPage(db, tenant.id, { member_restricted: true });
  const base = `/s/${tenant.page.subdomain}`;
  const api = `status_pages/${tenant.page.subdomain}`;
  const kinds: Record<string, Asked[]> = {
    "random paths": many((name) => ({ path: `${base}/${name}` })),
    "random incidents": many((name) => ({
      path: `${base}/incidents/${Number.parseInt(name, 36)}`,
    })),
    "unknown hosts": many((name) => ({
      path: "/",
      headers: { Host: `${name}.localhost:${port}` },
    })),
    "a restricted page": [{ path: `/s/${restricted.subdomain}` }],
    "sign-in": [{ path: "/sign-in" }],
    "the admin's first page": [{ path: "/" }],
    "doubled slashes": [{ path: `//api/v2/${api}/summary` }, { path: `/api//v2/${api}/incidents` }],
    "posts to a page": [{ method: "POST", path: base }],
  };
  kinds["all of these"] = Array.from({ length: PATHS }, (_, n) => {
    const kind = Object.values(kinds)[n % Object.keys(kinds).length] ?? [];
    return kind[n % kind.length] ?? { path: "/" };
  });
  return Object.fromEntries(
    Object.entries(kinds).map(([name, requests]) => [name, flooding(port, requests)]),
  );
}
