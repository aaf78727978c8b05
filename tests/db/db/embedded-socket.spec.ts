import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findEmbedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { readPidFile } from "#lib/platform/postgres/postmaster.ts";
import { queryOnce, run } from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

let dataDir = "";

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(run().folder, "data-"));
});

test.afterEach(async () => {
  if (await readPidFile(join(dataDir, "postgres"))) await (await startEmbedded({ dataDir })).stop();
});

/** What the server sees of a connection: null for one over a Unix socket. */
async function clientAddress(url: string): Promise<unknown> {
  const [row] = (await queryOnce(url, "select inet_client_addr() as address")) as {
    address: string | null;
  }[];
  return row?.address;
}

function socketFolder(): string {
  return join(dataDir, "postgres.socket");
}

test("it is reached over a Unix socket that only its user can reach, and only with the password", async () => {
  const { url } = await startEmbedded({ dataDir });
  expect(await clientAddress(url)).toBeNull();
  expect((await stat(socketFolder())).mode & 0o777).toBe(0o700);
  const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
  await expect(queryOnce(wrong, "select 1")).rejects.toThrow(/password authentication failed/);
});

test("one that an older version started without a socket is adopted, and has one after the next start", async () => {
  const older = await startEmbedded({ dataDir, settings: { unix_socket_directories: "" } });
  expect(await clientAddress(older.url)).toBe("127.0.0.1");
  const newer = await startEmbedded({ dataDir });
  expect(newer).toMatchObject({ adopted: true, url: older.url });
  expect(await findEmbedded(dataDir)).toBe(older.url);
  await older.stop();
  await newer.stop();
  expect(await clientAddress((await startEmbedded({ dataDir })).url)).toBeNull();
});

test("one that has died is found at the same socket after its restart, whoever has its process id by then", async () => {
  const embedded = await startEmbedded({ dataDir });
  const { pid = 0, port = 0 } = (await readPidFile(join(dataDir, "postgres"))) ?? {};
  process.kill(pid, "SIGKILL");
  await expect.poll(() => embedded.isRunning()).toBe(false);
  const lock = join(socketFolder(), `.s.PGSQL.${port}.lock`);
  const [, ...rest] = (await readFile(lock, "utf8")).split("\n");
  await writeFile(lock, [process.pid, ...rest].join("\n"));
  await embedded.restart();
  expect(await clientAddress(embedded.url)).toBeNull();
});

test("where no socket can be made it is reached over TCP", async () => {
  const first = await startEmbedded({ dataDir });
  await first.stop();
  // A folder in the place of the socket: no process can bind it.
  await mkdir(join(socketFolder(), `.s.PGSQL.${new URL(first.url).port}`));
  const { url } = await startEmbedded({ dataDir });
  expect(await clientAddress(url)).toBe("127.0.0.1");
});

test("a directory whose path is too long for a socket is used over TCP", async () => {
  dataDir = join(dataDir, "a-long-name-of-a-directory".repeat(4));
  const { url } = await startEmbedded({ dataDir });
  expect(await clientAddress(url)).toBe("127.0.0.1");
  expect(await readdir(dataDir)).not.toContain("postgres.socket");
});

test("one that cannot have its socket again is not started elsewhere, and is once it can", async () => {
  const embedded = await startEmbedded({ dataDir });
  const { pid = 0, port = 0 } = (await readPidFile(join(dataDir, "postgres"))) ?? {};
  process.kill(pid, "SIGKILL");
  await expect.poll(() => embedded.isRunning()).toBe(false);
  const socket = join(socketFolder(), `.s.PGSQL.${port}`);
  await rm(socket);
  await mkdir(socket);
  await expect(embedded.restart()).rejects.toThrow(/could not create any Unix-domain sockets/);
  expect(embedded.isRunning()).toBe(false);
  await rmdir(socket);
  await embedded.restart();
  expect(await clientAddress(embedded.url)).toBeNull();
});

test("where the socket's folder cannot be made it is reached over TCP", async () => {
  await writeFile(socketFolder(), "");
  const { url } = await startEmbedded({ dataDir });
  expect(await clientAddress(url)).toBe("127.0.0.1");
});

test("a quote and a space in the name do no harm; with a comma, which means a list, it is TCP", async () => {
  const above = dataDir;
  dataDir = join(above, 'a "b" ünd c');
  const quoted = await startEmbedded({ dataDir });
  expect(await clientAddress(quoted.url)).toBeNull();
  await quoted.stop();
  dataDir = join(above, "a, b");
  const { url } = await startEmbedded({ dataDir });
  expect(await clientAddress(url)).toBe("127.0.0.1");
});
