import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const isWindows = process.platform === "win32";

/**
 * What the paths begin with where the apps listen: in a folder that only this user may enter. Not in DATA_DIR, whose path may
 * be longer than a socket's may be.
 */
export function makeSocketPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "allclear-socket-"));
  return isWindows ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, "-")}` : join(folder, "app");
}

/** Where one of several apps listens. */
export function socketOf(path: string, number: number): string {
  return `${path}-${number}`;
}

export function removeSocketPath(path: string): void {
  if (!isWindows) rmSync(dirname(path), { recursive: true, force: true });
}
