import { ACCESS, SUBSCRIBING } from "#tests/support/effects/access.ts";
import { CONTENT, REMINDERS } from "#tests/support/effects/content.ts";
import { DOMAIN } from "#tests/support/effects/domain.ts";
import type { Effect } from "#tests/support/effects/effect.ts";
import { IDENTITY, LOOK } from "#tests/support/effects/look.ts";
import { MAIL } from "#tests/support/effects/mail.ts";
import { TRANSLATION } from "#tests/support/effects/translation.ts";

/** What each setting of a status page does; what does nothing yet is in NOT_YET. */
export const EFFECTS: Record<string, Effect> = {
  ...IDENTITY,
  ...LOOK,
  ...CONTENT,
  ...ACCESS,
  ...SUBSCRIBING,
  ...REMINDERS,
  ...MAIL,
  ...TRANSLATION,
  ...DOMAIN,
};
