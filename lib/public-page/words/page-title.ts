import type { Translate } from "#lib/i18n/translator.ts";

/** What a page is called where it stands alone: "Acme status"; "Acme Status" is called so already. */
export function pageTitle({ name }: { name: string }, t: Translate): string {
  return /status/i.test(name) ? name : t("feeds.title", { name });
}
