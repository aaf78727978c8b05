import type { Translate } from "#lib/platform/i18n/translator.ts";

/** The title of a page: "Acme status", or its name alone where that says so: "Acme Status". */
export function pageTitle({ name }: { name: string }, t: Translate): string {
  return /status/i.test(name) ? name : t("feeds.title", { name });
}
