export class EmbeddedError extends Error {}

export class NoRoomError extends EmbeddedError {}

export class BrokenBackup extends EmbeddedError {}

const CAUSES = {
  disk_full: [/ENOSPC|No space left on device/i, "no disk space is left"],
  quota_used: [/EDQUOT|quota exceeded/i, "the disk quota is used up"],
  read_only: [/EROFS|Read-only file system/i, "the file system is read-only"],
  not_writable: [
    /EACCES|EPERM|Permission denied|Operation not permitted/i,
    "it is not writable for this user",
  ],
  no_directory: [/ENOTDIR|EEXIST|Not a directory/i, "it is not a directory"],
} as const;
type FileProblem = keyof typeof CAUSES;

/** Why a folder or disk takes no file. */
export const FILE_PROBLEMS = Object.keys(CAUSES) as FileProblem[];

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

export function fileProblemOf(cause: unknown): FileProblem | undefined {
  const text = textOf(cause);
  return FILE_PROBLEMS.find((known) => CAUSES[known][0].test(text));
}

/** One line for known causes; other errors unchanged. */
export function explain(dataDir: string, cause: unknown): Error {
  if (cause instanceof EmbeddedError) return cause;
  const problem = fileProblemOf(cause);
  if (!problem) return cause instanceof Error ? cause : new EmbeddedError(textOf(cause));
  const isFull = problem === "disk_full" || problem === "quota_used";
  return new (isFull ? NoRoomError : EmbeddedError)(
    `DATA_DIR ${dataDir} cannot be used: ${CAUSES[problem][1]}`,
  );
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
