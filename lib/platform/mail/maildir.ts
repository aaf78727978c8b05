import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/platform/config/env.ts";
import { syncFolder } from "#lib/platform/crypto/secret-file.ts";
import type { Mail } from "#lib/platform/mail/mime.ts";

const FOLDERS = ["tmp", "new", "cur"];

export function mailFolder(): string {
  return join(/*turbopackIgnore: true*/ env().DATA_DIR, "mail");
}

const prefixOf = (status_page_id: number) => `page-${status_page_id}.`;

export function mailFileName({ message_id }: Mail, status_page_id: number | null): string {
  const name = message_id.replaceAll(/[^\w.@-]/g, "_");
  return status_page_id === null ? name : prefixOf(status_page_id) + name;
}

/** Writes atomically, readable by its owner only; replaces a mail of the same name. */
export async function writeToMaildir(folder: string, name: string, mail: Buffer): Promise<void> {
  for (const each of FOLDERS)
    await mkdir(join(/*turbopackIgnore: true*/ folder, each), { recursive: true, mode: 0o700 });
  const draft = join(folder, "tmp", name);
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(mail);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, "new", name));
  await syncFolder(join(folder, "new"));
}

type Kept = { name: string; kept_at: number; path: string };

/** Mail programs move and delete files; null when it is gone. */
async function keptAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );
}

export async function listMailFiles(status_page_id: number, name?: string): Promise<Kept[]> {
  const folders = ["new", "cur"].map((each) => join(mailFolder(), each));
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      const own = names.filter(
        (each) => each.startsWith(prefixOf(status_page_id)) && (name ?? each) === each,
      );
      return own.map((each) => ({ name: each, path: join(folder, each) }));
    }),
  );
  const all = await Promise.all(
    found.flat().map(async (file) => ({ ...file, kept_at: await keptAt(file.path) })),
  );
  return all
    .flatMap(({ kept_at, ...file }) => (kept_at === null ? [] : { ...file, kept_at }))
    .sort((a, b) => b.kept_at - a.kept_at);
}

export function readMailFile({ path }: Kept): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}

export function deleteMailFile({ path }: Kept): Promise<void> {
  return rm(path, { force: true });
}
