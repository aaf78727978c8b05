import {
  createReadStream,
  createWriteStream,
  lstatSync,
  readdirSync,
  readlinkSync,
  type Stats,
} from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { createTarPacker, type TarHeader } from "modern-tar";

/** What an archive holds: the path in it, and the file, link or text that stands there. */
export type Entry = { name: string } & ({ source: string } | { text: string });

// Equal content gives an equal archive, whenever and by whomever it is made.
const COMMON = { mtime: new Date("2000-01-01T00:00:00Z"), uid: 0, gid: 0, uname: "", gname: "" };
const IS_EXECUTABLE = 0o100;

/** Files and links below a folder. @param path in the archive */
export function entriesIn(source: string, name: string): Entry[] {
  return readdirSync(source, { withFileTypes: true }).flatMap((entry) => {
    const [from, to] = [join(source, entry.name), `${name}/${entry.name}`];
    return entry.isDirectory() ? entriesIn(from, to) : [{ name: to, source: from }];
  });
}

function headerOf(name: string, source: string, stats: Stats): TarHeader {
  if (stats.isSymbolicLink())
    return {
      ...COMMON,
      name,
      type: "symlink",
      size: 0,
      mode: 0o777,
      linkname: readlinkSync(source),
    };
  const mode = stats.mode & IS_EXECUTABLE ? 0o755 : 0o644;
  return { ...COMMON, name, size: stats.size, mode };
}

async function pack(
  entries: Entry[],
  { controller }: ReturnType<typeof createTarPacker>,
): Promise<void> {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    if ("text" in entry) {
      const blob = new Blob([entry.text]);
      const header = { ...COMMON, name: entry.name, size: blob.size, mode: 0o644 };
      await blob.stream().pipeTo(controller.add(header));
      continue;
    }
    const stats = lstatSync(entry.source);
    const body = controller.add(headerOf(entry.name, entry.source, stats));
    if (stats.isFile()) await Readable.toWeb(createReadStream(entry.source)).pipeTo(body);
    else await body.close();
  }
  controller.finalize();
}

/** Writes a compressed archive of files that belong to root and are readable for everybody. */
export async function writeArchive(file: string, entries: Entry[]): Promise<void> {
  const packer = createTarPacker();
  pack(entries, packer).catch((error) => packer.controller.error(error));
  const draft = `${file}.part`;
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  await pipeline(packer.readable, gzip, createWriteStream(draft));
  await rename(draft, file);
}
