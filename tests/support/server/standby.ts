import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chown, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backUpEmbedded, restoreEmbedded } from "#lib/platform/postgres/backup.ts";
import { findProgram } from "#lib/platform/postgres/program.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { overTcp, queryOnce, run } from "#tests/support/server/run.ts";

export type Standby = { url: URL; promote(): Promise<void>; stop(): Promise<void> };

async function follow(cluster: string, primary: URL): Promise<void> {
  const { hostname, port, username, password } = primary;
  const settings = { host: hostname, port, user: username, password: decodeURIComponent(password) };
  const address = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  await writeFile(join(cluster, "standby.signal"), "");
  await appendFile(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = '${address.join(" ")}'\n`,
  );
}

function answers(url: URL): Promise<boolean> {
  return queryOnce(url.href, "select 1").then(
    () => true,
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGINT");
  await gone;
}

/** A second PostgreSQL that follows the one of a data directory. */
export async function startStandby(dataDir: string, primaryUrl: string): Promise<Standby> {
  const folder = await mkdtemp(join(run().folder, "standby-"));
  const [file, home] = [join(folder, "copy.tar.gz"), join(folder, "home")];
  await backUpEmbedded(dataDir, file, { replace: false });
  await restoreEmbedded(file, home);
  const cluster = join(home, "postgres");
  const program = findProgram(home, cluster);
  await follow(cluster, overTcp(primaryUrl));
  const { owner } = program;
  if (owner) await chown(join(cluster, "standby.signal"), owner.uid, owner.gid);
  const port = await ownPort();
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "" };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const how = program.command("postgres", ["-D", cluster, ...args]);
  const child = spawn(how.file, how.args, { ...how.options, stdio: "ignore" });
  const url = Object.assign(overTcp(primaryUrl), { port: String(port) });
  await looksUntil(() => answers(url));
  return {
    url,
    promote: async () => void (await queryOnce(url.href, "select pg_promote()")),
    stop: () => stop(child),
  };
}
