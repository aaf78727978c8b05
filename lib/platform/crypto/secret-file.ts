import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env, provideEnv } from "#lib/platform/config/env.ts";

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

// Written aside and linked into place: no crash leaves half a secret, and of two processes at once
// the first one's is kept.
function write(file: string, secret: string): void {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, `${secret}\n`);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

/** The secret in a file that only its owner may read; made of 256 random bits at the first call. */
export function secretIn(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const known = read(file);
  if (known) return known;
  write(file, randomBytes(32).toString("base64url"));
  return readFileSync(file, "utf8").trim();
}

/** Provides the APP_SECRET of an earlier start, if there was one. */
export function applyKnownSecret(): void {
  const APP_SECRET = env().APP_SECRET ?? read(secretFile());
  if (APP_SECRET) provideEnv({ APP_SECRET });
}

function secretFile(): string {
  return join(env().DATA_DIR, "secret");
}

/**
 * Provides APP_SECRET from `<DATA_DIR>/secret` unless the environment gives one. For an embedded
 * database only: processes that share one need the same.
 */
export function applySecret(): void {
  if (!env().APP_SECRET) provideEnv({ APP_SECRET: secretIn(secretFile()) });
}

/** Makes sure that files made, renamed or deleted in a folder are so after a loss of power, too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
