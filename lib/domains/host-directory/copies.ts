import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sealBytes, unsealBytes } from "#lib/platform/crypto/seal.ts";

/** A certificate with its key (PEM) and its names. */
export type KeyedCertificate = { names: string[]; chain: string; key: string };

const INDEX = "hosts";
const DRAFT = ".draft";
const FOLDER = { recursive: true, mode: 0o700 };

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

export function copyOf({ chain, key }: KeyedCertificate): string {
  return createHash("sha256").update(chain).update(key).digest("hex").slice(0, 40);
}

/**
 * Encrypted copies of certificates and of the host index in `<DATA_DIR>/certificates`. The
 * supervisor writes them, fronts read them.
 */
export class Copies {
  readonly #folder: string;
  readonly #key: Buffer;

  constructor(data_dir: string, key: Buffer) {
    this.#folder = join(data_dir, "certificates");
    this.#key = key;
  }

  /** @throws {Error} when it is missing or encrypted under another key */
  async read(copy: string): Promise<KeyedCertificate> {
    return JSON.parse((await this.#open(copy)).toString());
  }

  async write(certificate: KeyedCertificate): Promise<string> {
    const copy = copyOf(certificate);
    await this.#save(copy, certificate);
    return copy;
  }

  /** null: missing or unreadable. */
  async readIndex<T>(): Promise<T | null> {
    const index = await this.#open(INDEX).catch(() => null);
    return index && JSON.parse(index.toString());
  }

  async writeIndex(index: object): Promise<void> {
    await this.#save(INDEX, index);
  }

  async list(): Promise<string[]> {
    const files = await readdir(this.#folder).catch(() => []);
    return files.filter((file) => file !== INDEX);
  }

  async drop(copy: string): Promise<void> {
    await rm(join(this.#folder, copy), { force: true });
  }

  async #open(file: string): Promise<Buffer> {
    return unsealBytes(this.#key, await readFile(join(this.#folder, file)));
  }

  async #save(file: string, value: object): Promise<void> {
    const sealed = sealBytes(this.#key, Buffer.from(JSON.stringify(value)));
    const path = join(this.#folder, file);
    const write = () => writeFile(path + DRAFT, sealed, { mode: 0o600 });
    await write().catch(async (error) => {
      if (!isMissing(error)) throw error;
      await mkdir(this.#folder, FOLDER);
      await write();
    });
    await rename(path + DRAFT, path);
  }
}
