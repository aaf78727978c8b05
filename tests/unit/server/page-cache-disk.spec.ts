import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { DiskCopies } from "#lib/server/cache/disk.ts";
import type { Copy } from "#lib/server/cache/store.ts";
import { Variants } from "#lib/server/cache/variants.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

const BODY = "<!doctype html><title>Acme</title>";

function copyOf(key: string, tag = "page:1"): Copy {
  const entity = { etag: '"a"', headers: ["X-A", "b"], compressible: true };
  const variants = new Variants({ ...entity, body: Buffer.from(BODY) });
  return { key, tag, variants, began: 0, rendered_at: 0, expires_at: 0, failure: null };
}

async function openIn(data_dir: string): Promise<DiskCopies> {
  const disk = new DiskCopies(data_dir);
  await disk.open();
  return disk;
}

async function saved(...keys: string[]): Promise<{ data_dir: string; disk: DiskCopies }> {
  const data_dir = await ownFolder();
  const disk = await openIn(data_dir);
  for (const key of keys) disk.save(copyOf(key));
  await disk.flush();
  return { data_dir, disk };
}

const bodyOf = async (disk: DiskCopies, key: string) =>
  (await disk.read(key))?.variants.entity.body.toString();

/** Changes the only file of a folder, and reads what is left of it as another process would. */
async function readAfter(data_dir: string, change: (file: Buffer) => Buffer) {
  const folder = join(data_dir, "pages");
  const [name = ""] = await readdir(folder);
  const whole = await readFile(join(folder, name));
  await writeFile(join(folder, name), change(whole));
  const disk = await openIn(data_dir);
  const body = await bodyOf(disk, "acme");
  await disk.flush();
  const left = { body, files: (await readdir(folder)).length, made: [...disk.made()].length };
  await writeFile(join(folder, name), whole);
  return left;
}

const DROPPED = { body: undefined, files: 0, made: 0 };

test("a kept page that was cut off anywhere is dropped, not served", async () => {
  const { data_dir } = await saved("acme");
  const { length } = await readFile(
    join(data_dir, "pages", (await readdir(join(data_dir, "pages")))[0] ?? ""),
  );
  for (let end = 0; end < length; end++)
    expect([end, await readAfter(data_dir, (file) => file.subarray(0, end))]).toEqual([
      end,
      DROPPED,
    ]);
  expect(await readAfter(data_dir, (file) => file)).toEqual({ body: BODY, files: 1, made: 1 });
});

test("a kept page of which one bit changed, or which grew, is dropped, not served", async () => {
  const { data_dir } = await saved("acme");
  const [name = ""] = await readdir(join(data_dir, "pages"));
  const { length } = await readFile(join(data_dir, "pages", name));
  for (let at = 0; at < length; at++) {
    const flipped = await readAfter(data_dir, (file) => {
      const changed = Buffer.from(file);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      return changed;
    });
    expect([at, flipped]).toEqual([at, DROPPED]);
  }
  const grown = await readAfter(data_dir, (file) => Buffer.concat([file, Buffer.from("x")]));
  expect(grown).toEqual(DROPPED);
});

test("a broken page takes no other with it", async () => {
  const { data_dir, disk } = await saved("acme", "beta");
  for (const name of await readdir(join(data_dir, "pages"))) {
    const file = join(data_dir, "pages", name);
    const content = await readFile(file, "utf8");
    if (content.includes('"beta"')) await writeFile(file, content.slice(0, -1));
  }
  expect(await Promise.all(["acme", "beta"].map((key) => bodyOf(disk, key)))).toEqual([
    BODY,
    undefined,
  ]);
});

test("the folder is made again when it is deleted under a running server", async () => {
  const { data_dir, disk } = await saved("acme", "beta");
  await rm(join(data_dir, "pages"), { recursive: true });
  expect(await bodyOf(disk, "acme")).toBeUndefined();
  disk.save(copyOf("acme"));
  await disk.flush();
  expect(await bodyOf(disk, "acme")).toBe(BODY);
  expect([...disk.made()].length).toBe(1);
  expect(await bodyOf(await openIn(data_dir), "acme")).toBe(BODY);
});

test("of a page that was withdrawn, what was made since is kept, written already or not", async () => {
  const made_at = performance.timeOrigin + 1_000;
  const { disk } = await saved("acme");
  disk.save({ ...copyOf("acme atom"), rendered_at: 1_000 });
  await disk.deleteTag("page:1", made_at);
  await disk.flush();
  expect([await bodyOf(disk, "acme"), await bodyOf(disk, "acme atom")]).toEqual([undefined, BODY]);
  await disk.deleteTag("page:1", made_at);
  expect(await bodyOf(disk, "acme atom")).toBe(BODY);
  await disk.deleteTag("page:1");
  expect(await bodyOf(disk, "acme atom")).toBe(undefined);
});

test("what one front saved another one serves, and what is withdrawn from all of them none does", async () => {
  const { data_dir, disk } = await saved("acme");
  const other = new DiskCopies(data_dir, undefined, true);
  disk.save(copyOf("beta", "page:2"));
  await disk.flush();
  expect(await bodyOf(other, "beta")).toBe(BODY);
  await other.deleteTag("page:2");
  expect(await bodyOf(disk, "beta")).toBeUndefined();
  // Rendered before the withdrawal, written by whoever has not heard of it yet.
  disk.save(copyOf("beta", "page:2"));
  await disk.flush();
  await other.open();
  expect([await bodyOf(other, "beta"), await bodyOf(other, "acme")]).toEqual([undefined, BODY]);
});

test("a file that another front is writing is left alone", async () => {
  const { data_dir } = await saved();
  const folder = join(data_dir, "pages");
  await writeFile(join(folder, "abc.page-1.4711.draft"), "half a");
  await openIn(data_dir);
  expect(await readdir(folder)).toEqual(["abc.page-1.4711.draft"]);
});
