import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { now } from "#lib/platform/clock.ts";
import { syncFolder } from "#lib/platform/crypto/secret-file.ts";
import { log } from "#lib/platform/log.ts";
import { type Copy, madeAt } from "#lib/server/cache/store.ts";
import { type Entity, Variants } from "#lib/server/cache/variants.ts";

type Head = { key: string; tag: string } & Omit<Entity, "body">;

const NEWLINE = 10;

/** Length and hash of the content, to detect incomplete files. */
function sealOf(content: Buffer): Buffer {
  const hash = createHash("sha256").update(content).digest("hex");
  return Buffer.from(`${content.length} ${hash}\n`);
}

function encodeCopy({ key, tag, variants }: Copy): Buffer {
  const { body, ...entity } = variants.entity;
  const head: Head = { key, tag, ...entity };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
  return Buffer.concat([sealOf(content), content]);
}

/** @returns null for an incomplete file or another key */
function decodeCopy(expected: string, file: Buffer): Copy | null {
  const start = file.indexOf(NEWLINE) + 1;
  const content = file.subarray(start);
  if (!file.subarray(0, start).equals(sealOf(content))) return null;
  const end = content.indexOf(NEWLINE);
  const { key, tag, ...entity }: Head = JSON.parse(content.subarray(0, end).toString());
  if (key !== expected) return null;
  const variants = new Variants({ ...entity, body: content.subarray(end + 1) });
  return { key, tag, variants, began: -1, rendered_at: 0, expires_at: 0, failure: null };
}

const DEBOUNCE_MS = 1_000;
const MAX_AGE_MS = 24 * 60 * 60 * 1_000;
const MAX_FILES = 5_000;
const MAX_FORGOTTEN = 10_000;
const DRAFT = ".draft";
const DRAFT_MS = 60_000;
const REFRESH_MS = 1_000;
const FOLDER = { recursive: true, mode: 0o700 };

/** `file` is `<hash of the key>.<tag>`, so that a listing tells the page of each copy. */
type Saved = { file: string; tag: string; made_at: number };

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 40);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

/** ms since 1970, by the clock that dates copies. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Last good copies in `<DATA_DIR>/pages`, one file each, for restarts during an outage. All fronts
 * of a node share them.
 */
export class DiskCopies {
  readonly #folder: string;
  readonly #checked: Promise<void>;
  readonly #saved = new Map<string, Saved>();
  readonly #pending = new Map<string, Copy>();
  /** Time per tag before which copies must not be shown, whichever process wrote them. */
  readonly #forgotten = new LRUCache<string, number>({ max: MAX_FORGOTTEN });
  readonly #shared: boolean;
  #read_at = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  /**
   * @param checked resolves when copies withdrawn meanwhile were deleted
   * @param shared whether other processes write to the folder
   */
  constructor(data_dir: string, checked: Promise<void> = Promise.resolve(), shared = false) {
    this.#folder = join(data_dir, "pages");
    this.#checked = checked;
    this.#shared = shared;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, FOLDER);
    await this.#readFolder();
  }

  /** Writes the copy soon; rapid copies of one key are written once. */
  save(copy: Copy): void {
    this.#pending.set(copy.key, copy);
    this.#timer ??= setTimeout(() => void this.flush(), DEBOUNCE_MS).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#queue(async () => {
      const copies = [...this.#pending.values()];
      this.#pending.clear();
      if (copies.length === 0) return;
      // Somebody may have deleted the folder with its contents.
      if (await mkdir(this.#folder, FOLDER)) this.#saved.clear();
      for (const copy of copies) await this.#write(copy);
      const surplus = Math.max(0, this.#saved.size - MAX_FILES);
      for (const hash of [...this.#saved.keys()].slice(0, surplus)) await this.#drop(hash);
      await syncFolder(this.#folder);
    });
  }

  /** null, and forgotten, if the file is incomplete or gone. */
  async read(key: string): Promise<Copy | null> {
    await this.#checked;
    await this.#work;
    const hash = hashOf(key);
    if (!this.#find(hash)) await this.#refresh();
    const saved = this.#find(hash);
    if (!saved) return null;
    try {
      const copy = decodeCopy(key, await readFile(join(this.#folder, saved.file)));
      if (copy) return copy;
      log().warn({ file: saved.file }, "a kept page is broken: dropped");
    } catch (error) {
      if (!isMissing(error)) {
        log().warn({ err: error }, "cannot read a kept page");
        return null;
      }
    }
    void this.#queue(async () => {
      if (this.#saved.get(hash) === saved) await this.#drop(hash);
    });
    return null;
  }

  delete(key: string): void {
    this.#pending.delete(key);
    const hash = hashOf(key);
    if (this.#saved.has(hash)) void this.#queue(() => this.#drop(hash));
  }

  *made(): Iterable<[string, number]> {
    for (const { tag, made_at } of this.#saved.values()) yield [tag, made_at];
  }

  /** @param before keeps later copies (ms since 1970) */
  deleteTag(tag: string, before = nowMs()): Promise<void> {
    this.#forgotten.set(tag, Math.max(before, this.#forgotten.get(tag) ?? 0));
    for (const [key, copy] of this.#pending)
      if (copy.tag === tag && madeAt(copy) < before) this.#pending.delete(key);
    return this.#queue(async () => {
      for (const [hash, saved] of this.#saved)
        if (saved.tag === tag && saved.made_at < before) await this.#drop(hash);
    });
  }

  #find(hash: string): Saved | null {
    const saved = this.#saved.get(hash);
    if (!saved || now().getTime() - saved.made_at > MAX_AGE_MS) return null;
    return saved.made_at < (this.#forgotten.get(saved.tag) ?? 0) ? null : saved;
  }

  async #readFolder(): Promise<void> {
    this.#read_at = performance.now();
    const files: [string, Saved][] = [];
    for (const file of await readdir(this.#folder)) {
      const [hash = "", tag = ""] = file.replace("-", ":").split(".");
      const made_at = await this.#madeAt(file);
      if (made_at === null) continue;
      if (hash && tag && !file.endsWith(DRAFT)) files.push([hash, { file, tag, made_at }]);
      else if (made_at < now().getTime() - DRAFT_MS) await this.#remove(file);
    }
    for (const [hash, saved] of files.sort(([, a], [, b]) => a.made_at - b.made_at))
      this.#saved.set(hash, saved);
  }

  /** Reads what other processes wrote, at most once a second. */
  async #refresh(): Promise<void> {
    if (!this.#shared || performance.now() - this.#read_at < REFRESH_MS) return;
    await this.#queue(() => this.#readFolder());
  }

  async #madeAt(file: string): Promise<number | null> {
    try {
      return (await stat(join(this.#folder, file))).mtimeMs;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(work)
      .catch((error) => log().warn({ err: error }, "cannot keep pages on disk"));
    return this.#work;
  }

  async #write(copy: Copy): Promise<void> {
    const hash = hashOf(copy.key);
    const file = `${hash}.${copy.tag.replace(":", "-")}`;
    const draft = join(this.#folder, `${file}.${process.pid}${DRAFT}`);
    const made_at = madeAt(copy);
    try {
      await writeFile(draft, encodeCopy(copy), { mode: 0o600, flush: true });
      await utimes(draft, made_at / 1_000, made_at / 1_000);
      await rename(draft, join(this.#folder, file));
    } finally {
      await rm(draft, { force: true });
    }
    if (this.#saved.get(hash)?.file !== file) await this.#drop(hash);
    this.#saved.delete(hash);
    this.#saved.set(hash, { file, tag: copy.tag, made_at });
  }

  async #drop(hash: string): Promise<void> {
    const saved = this.#saved.get(hash);
    this.#saved.delete(hash);
    if (saved) await this.#remove(saved.file);
  }

  async #remove(file: string): Promise<void> {
    await rm(join(this.#folder, file), { force: true, recursive: true });
  }
}
