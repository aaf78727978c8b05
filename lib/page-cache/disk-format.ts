import type { Copy } from "#lib/page-cache/store.ts";
import { type Entity, Variants } from "#lib/page-cache/variants.ts";

type Head = { key: string; tag: string } & Omit<Entity, "body">;

const NEWLINE = 10;

/** One line of JSON that says what it is, then the body as it is. */
export function encodeCopy({ key, tag, variants }: Copy): Buffer {
  const { body, ...entity } = variants.entity;
  const head: Head = { key, tag, ...entity };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

/** @returns null when the file keeps something else */
export function decodeCopy(wanted: string, file: Buffer): Copy | null {
  const end = file.indexOf(NEWLINE);
  const { key, tag, ...entity }: Head = JSON.parse(file.subarray(0, end).toString());
  if (key !== wanted) return null;
  const variants = new Variants({ ...entity, body: file.subarray(end + 1) });
  return { key, tag, variants, began: -1, rendered_at: 0, expires_at: 0, failure: null };
}
