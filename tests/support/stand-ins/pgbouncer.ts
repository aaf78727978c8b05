import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ownPort } from "#tests/support/server/port.ts";

const PROGRAM = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);
export const HAS_PGBOUNCER = PROGRAM !== undefined;
// It refuses to run as root.
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export type PgBouncer = { url: URL; stop(): Promise<void> };
export type Mode = "session" | "transaction" | "statement";

/** PgBouncer with the settings of its guides. @returns its address, and how it ends */
export async function startPgBouncer(
  target: URL,
  mode: Mode,
  ignored = "options,statement_timeout,idle_in_transaction_session_timeout",
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "allclear-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await ownPort();
  const { hostname, username, password } = target;
  const database = target.pathname.slice(1);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${target.port || 5432} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 4
ignore_startup_parameters = extra_float_digits,${ignored}
`,
  );
  const options = { ...NOBODY, stdio: ["ignore", "ignore", "pipe"] as const };
  const child = spawn(PROGRAM ?? "", [file], options as object);
  const ended = once(child, "exit");
  const lines = createInterface(child.stderr as NonNullable<typeof child.stderr>);
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => line.includes("process up") && resolve());
    ended.then(() => reject(new Error("PgBouncer did not start")));
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: Object.assign(new URL(target), { host: `127.0.0.1:${port}` }), stop };
}
