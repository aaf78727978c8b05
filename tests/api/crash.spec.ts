import { randomInt } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { cli } from "#tests/support/cli.ts";
import { type EmbeddedHome, makeEmbeddedHome } from "#tests/support/embedded.ts";
import type { TestServer } from "#tests/support/server.ts";
import { expect, test } from "#tests/support/test.ts";

const CRASHES = 20;
const CLIENTS = 4;
/** Every fourth crash takes PostgreSQL with it, as a machine that loses power does. */
const WHOLE_MACHINE_EVERY = 4;

type Listing = { incidents: { id: number }[]; links: { next: string | null } };

async function post(server: TestServer, key: string, title: string): Promise<number | null> {
  const incident = { title, type: "minor", service_ids: [1], updates: [{ description: "Posted while the server is being killed." }] };
  const headers = { authorization: key };
  const answer = await server
    .request("/api/v2/status_pages/acme/incidents", { method: "POST", headers, body: { incident } })
    .catch(() => null);
  if (answer === null) return null;
  expect(answer.status).toBe(201);
  return answer.json<{ incident: { id: number } }>().incident.id;
}

/** Posts until the server is gone. @returns the ids of what it acknowledged */
async function postUntilGone(server: TestServer, key: string, title: string): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; ; number++) {
    const id = await post(server, key, `${title}.${number}`);
    if (id === null) return ids;
    ids.push(id);
  }
}

async function listIds(server: TestServer): Promise<Set<number>> {
  const ids = new Set<number>();
  let path: string | null = "/api/v2/status_pages/acme/incidents?limit=100";
  while (path !== null) {
    const { incidents, links }: Listing = (await server.request(path)).json();
    for (const incident of incidents) ids.add(incident.id);
    path = links.next === null ? null : new URL(links.next).pathname + new URL(links.next).search;
  }
  return ids;
}

async function crash(home: EmbeddedHome, server: TestServer, round: number): Promise<void> {
  await after(randomInt(50, 700));
  const postmaster = await home.postmaster();
  if (postmaster !== null && round % WHOLE_MACHINE_EVERY === 0) process.kill(postmaster, "SIGKILL");
  await server.stop("SIGKILL");
}

test("whatever was acknowledged is there after kill -9 of the server, twenty times in a row while incidents are posted", async () => {
  test.setTimeout(240_000);
  const home = await makeEmbeddedHome();
  let server = await home.start();
  const env = { DATABASE_URL: "", DATA_DIR: home.dataDir };
  const key = (await cli(["api-key", "create", "--organization", "1"], env)).stdout.trim();
  const acknowledged: number[] = [];
  for (let round = 1; round <= CRASHES; round++) {
    const clients = Array.from({ length: CLIENTS }, (_, client) => postUntilGone(server, key, `${round}.${client}`));
    await crash(home, server, round);
    const ids = (await Promise.all(clients)).flat();
    expect(ids.length).toBeGreaterThan(0);
    acknowledged.push(...ids);
    server = await home.start(server.port);
  }
  const kept = await listIds(server);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  test.info().annotations.push({ type: "acknowledged", description: String(acknowledged.length) });
  await server.stop();
  await home.stop();
});
