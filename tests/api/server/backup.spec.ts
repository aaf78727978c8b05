import { mkdtemp, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Response } from "#tests/support/http/http.ts";
import { cli } from "#tests/support/server/cli.ts";
import {
  type EmbeddedHome,
  makeEmbeddedHome,
  makeUsedHome,
} from "#tests/support/server/embedded.ts";
import { run } from "#tests/support/server/run.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

const CLIENTS = 3;
const PATH = "/api/v2/status_pages/acme/incidents";

function post(server: TestServer, authorization: string, title: string): Promise<Response> {
  const body = { incident: { title, type: "minor", service_ids: [1] } };
  return server.request(PATH, {
    method: "POST",
    headers: { authorization, "idempotency-key": title },
    body,
  });
}

const idOf = (answer: Response) => answer.json<{ incident: { id: number } }>().incident.id;

/** Posts incidents until it is aborted; their ids are in `acknowledged`. */
async function keepPosting(
  server: TestServer,
  key: string,
  name: string,
  acknowledged: number[],
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; !signal.aborted; number++)
    acknowledged.push(idOf(await post(server, key, `${name}.${number}`)));
}

async function expectServed(
  home: EmbeddedHome,
  kept: readonly number[],
  key: string,
  sealed: number,
): Promise<void> {
  const server = await home.start();
  for (const id of kept) expect((await server.request(`${PATH}/${id}`)).status).toBe(200);
  const again = await post(server, key, "Sealed");
  expect([again.status, again.headers["idempotent-replayed"], idOf(again)]).toEqual([
    201,
    "true",
    sealed,
  ]);
  expect((await post(server, key, "After the restore")).status).toBe(201);
  await server.stop();
  await home.stop();
}

test("a backup made while incidents are posted has all that was acknowledged before it, and its secrets open", async () => {
  const home = await makeUsedHome();
  const server = await home.start();
  const env = { DATABASE_URL: "", DATA_DIR: home.dataDir };
  const key = (await cli(["api-key", "create", "--organization", "1"], env)).stdout.trim();
  const sealed = idOf(await post(server, key, "Sealed"));
  const acknowledged = [sealed];
  const end = new AbortController();
  const names = Array.from({ length: CLIENTS }, (_, client) => `Client ${client}`);
  const posting = Promise.all(
    names.map((name) => keepPosting(server, key, name, acknowledged, end.signal)),
  );
  await expect.poll(() => acknowledged.length).toBeGreaterThan(CLIENTS);

  const before = [...acknowledged];
  const file = join(await mkdtemp(join(run().folder, "backup-")), "allclear.tar.gz");
  const made = await cli(["backup", file], env);
  const during = acknowledged.length - before.length;
  expect(made).toEqual({
    code: 0,
    stdout: expect.stringMatching(/allclear\.tar\.gz: \d+\.\d MiB\n$/),
    stderr: "",
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(during).toBeGreaterThan(0);
  end.abort();
  await posting;

  const copy = await makeEmbeddedHome();
  const restored = await cli(["restore", file], { DATABASE_URL: "", DATA_DIR: copy.dataDir });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  if (process.getuid?.() === 0)
    expect((await stat(join(copy.dataDir, "postgres"))).uid).not.toBe(0);
  await expectServed(copy, before, key, sealed);

  expect((await post(server, key, "The original goes on")).status).toBe(201);
  await server.stop();
  await home.stop();
});
