import type { Role } from "#lib/core/access/permissions.ts";
import { sentenceCase, type Translate } from "#lib/platform/i18n/translator.ts";

/** A role's name where it stands alone: in a table, in a list to choose from. */
export function roleName(role: Role, t: Translate): string {
  return sentenceCase(t(`admin.pages.role.${role}`), t);
}
