import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "#lib/sync-folder.ts";

const FOLDERS = ["tmp", "new", "cur"];

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
