import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

export function updateWord({ type }: { type: UpdateType }, { severity }: { severity: Severity }) {
  const isDone = type === "resolved" && severity === "scheduled";
  return `public.update.${isDone ? "completed" : type}` as const;
}

/** "Acme status", or just the name if it says so: "Acme Status". */
export function pageTitle({ name }: { name: string }, t: Translate): string {
  return /status/i.test(name) ? name : t("feeds.title", { name });
}
