import { randomInt } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import type { Response } from "#tests/support/http/http.ts";
import { cli } from "#tests/support/server/cli.ts";
import { type EmbeddedHome, makeUsedHome } from "#tests/support/server/embedded.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { times } from "#tests/support/server/thorough.ts";
import { expect, test } from "#tests/support/test.ts";

const CRASHES = times(6, 20);
const CLIENTS = 4;
/** Every third crash takes PostgreSQL with it, as a machine that loses power does. */
const WHOLE_MACHINE_EVERY = 3;

type Listing = { incidents: { id: number }[]; links: { next: string | null } };

/** @returns null when the server is gone */
function post(server: TestServer, key: string, title: string): Promise<Response | null> {
  const incident = {
    title,
    type: "minor",
    service_ids: [1],
    updates: [{ description: "Posted while the server is being killed." }],
  };
  const headers = { authorization: key };
  return server
    .request("/api/v2/status_pages/acme/incidents", { method: "POST", headers, body: { incident } })
    .catch(() => null);
}

/** Posts until the server is gone. @returns the ids of what it acknowledged */
async function postUntilGone(
  server: TestServer,
  key: string,
  title: string,
  acknowledged: () => void,
): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; ; number++) {
    const answer = await post(server, key, `${title}.${number}`);
    if (answer === null) return ids;
    // 503: PostgreSQL was killed a moment before the server.
    if (answer.status === 503) continue;
    expect(answer.status).toBe(201);
    ids.push(answer.json<{ incident: { id: number } }>().incident.id);
    acknowledged();
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

/**
 * Kills the server at a random moment while clients post.
 * @returns the ids of what was acknowledged
 */
async function crash(
  home: EmbeddedHome,
  server: TestServer,
  key: string,
  round: number,
): Promise<number[]> {
  const begun = Promise.withResolvers<void>();
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    postUntilGone(server, key, `${round}.${client}`, begun.resolve),
  );
  await begun.promise;
  await after(randomInt(0, 600));
  const postmaster = await home.postmaster();
  if (postmaster !== null && round % WHOLE_MACHINE_EVERY === 0) process.kill(postmaster, "SIGKILL");
  await server.stop("SIGKILL");
  return (await Promise.all(clients)).flat();
}

test("whatever was acknowledged is there after kill -9 of the server, again and again while incidents are posted", async () => {
  test.setTimeout(CRASHES * 30_000);
  const home = await makeUsedHome();
  let server = await home.start();
  const env = { DATABASE_URL: "", DATA_DIR: home.dataDir };
  const key = (await cli(["api-key", "create", "--organization", "1"], env)).stdout.trim();
  const acknowledged: number[] = [];
  for (let round = 1; round <= CRASHES; round++) {
    acknowledged.push(...(await crash(home, server, key, round)));
    server = await home.start(server.port);
  }
  const kept = await listIds(server);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(CRASHES);
  console.log(`${acknowledged.length} incidents acknowledged`);
  await server.stop();
  await home.stop();
});
