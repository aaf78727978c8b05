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

// Linking a complete draft leaves no half secret after a crash; of two processes the first one
// wins.
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

/** Reads a secret that only its owner may read; the first call makes one of 256 random bits. */
export function secretIn(file: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const known = read(file);
  if (known) return known;
  write(file, randomBytes(32).toString("base64url"));
  return readFileSync(file, "utf8").trim();
}

export function applyKnownSecret(): void {
  const APP_SECRET = env().APP_SECRET ?? read(secretFile());
  if (APP_SECRET) provideEnv({ APP_SECRET });
}

function secretFile(): string {
  return join(env().DATA_DIR, "secret");
}

/** For embedded databases only: processes that share a database need the same secret. */
export function applySecret(): void {
  if (!env().APP_SECRET) provideEnv({ APP_SECRET: secretIn(secretFile()) });
}

/** Makes created, renamed or deleted files durable across a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
