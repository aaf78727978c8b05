export class EmbeddedError extends Error {}

export class NoRoomError extends EmbeddedError {}

const NO_ROOM: [RegExp, string][] = [
  [/ENOSPC|No space left on device/i, "no disk space is left"],
  [/EDQUOT|quota exceeded/i, "the disk quota is used up"],
];
const REASONS: [RegExp, string][] = [
  [/EROFS|Read-only file system/i, "the file system is read-only"],
  [/EACCES|EPERM|Permission denied|Operation not permitted/i, "it is not writable for this user"],
  [/ENOTDIR|EEXIST|Not a directory/i, "it is not a directory"],
];

/** One line for known causes; other errors unchanged. */
export function explain(dataDir: string, cause: unknown): Error {
  if (cause instanceof EmbeddedError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  const why = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(text))?.[1];
  const full = why(NO_ROOM);
  if (full) return new NoRoomError(`DATA_DIR ${dataDir} cannot be used: ${full}`);
  const reason = why(REASONS);
  if (reason) return new EmbeddedError(`DATA_DIR ${dataDir} cannot be used: ${reason}`);
  return cause instanceof Error ? cause : new EmbeddedError(text);
}

/** Why a folder or disk does not take a file, else what went wrong; names no path. */
export function shortReason(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  const known = [...NO_ROOM, ...REASONS].find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  return cause instanceof EmbeddedError ? text : "the server's log says why";
}

function complaint(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const line =
    lines.findLast((text) => /\b(FATAL|PANIC|ERROR|error):/.test(text)) ??
    lines.at(-1) ??
    "no message";
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, "").trim();
}

export function failure(dataDir: string, what: string, output: string): Error {
  if (/No space left on device|quota exceeded|Read-only file system/i.test(output))
    return explain(dataDir, output);
  return new EmbeddedError(`${what}: ${complaint(output)}`);
}
