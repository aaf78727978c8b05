import { createHash } from "node:crypto";
import type { Copy } from "#lib/server/cache/store.ts";
import { type Entity, Variants } from "#lib/server/cache/variants.ts";

type Head = { key: string; tag: string } & Omit<Entity, "body">;

const NEWLINE = 10;

/** What a file must begin with to be whole: the length and the hash of all that follows. */
function sealOf(content: Buffer): Buffer {
  const hash = createHash("sha256").update(content).digest("hex");
  return Buffer.from(`${content.length} ${hash}\n`);
}

/** The seal, one line of JSON that says what it is, then the body as it is. */
export function encodeCopy({ key, tag, variants }: Copy): Buffer {
  const { body, ...entity } = variants.entity;
  const head: Head = { key, tag, ...entity };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
  return Buffer.concat([sealOf(content), content]);
}

/** @returns null for a file that is not whole, or keeps something else */
export function decodeCopy(wanted: string, file: Buffer): Copy | null {
  const start = file.indexOf(NEWLINE) + 1;
  const content = file.subarray(start);
  if (!file.subarray(0, start).equals(sealOf(content))) return null;
  const end = content.indexOf(NEWLINE);
  const { key, tag, ...entity }: Head = JSON.parse(content.subarray(0, end).toString());
  if (key !== wanted) return null;
  const variants = new Variants({ ...entity, body: content.subarray(end + 1) });
  return { key, tag, variants, began: -1, rendered_at: 0, expires_at: 0, failure: null };
}
