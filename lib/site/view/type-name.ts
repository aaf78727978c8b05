import type { Severity } from "#lib/core/fields/severity.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";

/** What kind of incident it is, in the visitor's words. */
export function typeName(
  { type, severity }: { type: string; severity: Severity },
  { snapshot, visit, t }: View,
): string {
  const own = snapshot.types.get(type);
  return own ? localized(own, "name", visit) : t(`public.type.${severity}`);
}
