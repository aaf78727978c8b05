import { open } from "node:fs/promises";

/** Makes sure that files made, renamed or deleted in a folder are so after a loss of power, too. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
