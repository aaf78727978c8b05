import { isolated } from "#lib/platform/i18n/tags.ts";
import { languageOf, type Translate } from "#lib/platform/i18n/translator.ts";

/** "Acme status", or just the name if it says so: "Acme Status". */
export function pageTitle({ name }: { name: string }, t: Translate): string {
  return /status/i.test(name) ? name : t("feeds.title", { name: isolated(name, languageOf(t)) });
}

/** "History · Acme status". */
export function subpageTitle(own: string, page: { name: string }, t: Translate): string {
  const [title, status] = [own, pageTitle(page, t)].map((part) => isolated(part, languageOf(t)));
  return t("public.subpage_title", { title: title ?? own, status: status ?? "" });
}
