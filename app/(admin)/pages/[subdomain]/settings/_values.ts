import type { StatusPage } from "#lib/pages/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

/** For texts whose key is put together; a test says that all of them exist. */
export type TextKey = Parameters<Translate>[0];

/** A field of a page; `domain_config.domain` is that of an inner object. */
export function valueAt(page: StatusPage, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], page);
}
