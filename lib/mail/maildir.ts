import { mkdir, open, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import type { Mail } from "#lib/mail/mail.ts";
import { syncFolder } from "#lib/sync-folder.ts";

const FOLDERS = ["tmp", "new", "cur"];

/** Where mail is kept that no server sends. */
export function mailFolder(): string {
  return join(/*turbopackIgnore: true*/ env().DATA_DIR, "mail");
}

const prefixOf = (status_page_id: number) => `page-${status_page_id}.`;

/** The name of a mail's file; a page's mails are found by how it begins. */
export function keptName({ message_id }: Mail, status_page_id: number | null): string {
  const name = message_id.replaceAll(/[^\w.@-]/g, "_");
  return status_page_id === null ? name : prefixOf(status_page_id) + name;
}

/**
 * Writes a mail to a maildir that mail programs can read: completely or not at all, readable by its
 * owner only. A mail of the same name is replaced.
 */
export async function putIntoMaildir(folder: string, name: string, mail: Buffer): Promise<void> {
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

/** A file of the mail folder; `kept_at` in milliseconds. */
type Kept = { name: string; kept_at: number; path: string };

/** The mails of a page in the folder, the newest first. */
export async function listKept(status_page_id: number): Promise<Kept[]> {
  const folders = ["new", "cur"].map((each) => join(mailFolder(), each));
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch(() => []);
      const own = names.filter((name) => name.startsWith(prefixOf(status_page_id)));
      return own.map((name) => ({ name, path: join(folder, name) }));
    }),
  );
  const all = await Promise.all(
    found.flat().map(async (file) => ({ ...file, kept_at: (await stat(file.path)).mtimeMs })),
  );
  return all.sort((a, b) => b.kept_at - a.kept_at);
}

/** A mail as it was written. */
export function readKept({ path }: Kept): Promise<Buffer> {
  return readFile(path);
}
