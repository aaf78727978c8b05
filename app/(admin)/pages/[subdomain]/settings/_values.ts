import { createHash } from "node:crypto";
import type { Translate } from "#lib/i18n/translator.ts";
import type { StatusPage } from "#lib/status-pages/schema.ts";
import type { FieldOf } from "./_fields.ts";

/** For texts whose key is put together; a test says that all of them exist. */
export type TextKey = Parameters<Translate>[0];

/** A field of a page; `domain_config.domain` is that of an inner object. */
export function valueAt(page: StatusPage, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], page);
}

/** Changes with what a section shows: it is then built anew, and the others keep what is typed. */
export function stateOf(page: StatusPage, fields: readonly FieldOf[]): string {
  const values = fields.map(({ name }) => valueAt(page, name));
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
