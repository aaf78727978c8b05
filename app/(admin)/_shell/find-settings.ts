import { isFitting } from "#app/_ui/admin/commands.ts";
import { AREAS, type AreaName, fieldsOf } from "#app/(admin)/pages/[subdomain]/settings/_fields.ts";
import { wordsOf } from "#app/(admin)/pages/[subdomain]/settings/_ui/words.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const PATHS: Record<AreaName, string> = {
  admin_settings: "settings",
  admin_appearance: "appearance",
  admin_access: "access",
  admin_emails: "emails",
};

/** Settings of a page whose name or explanation has all words of what is wanted. */
export function findSettings(wanted: string, subdomain: string, t: Translate) {
  return (Object.keys(AREAS) as AreaName[]).flatMap((area) =>
    fieldsOf(area)
      .map(({ name }) => ({ name, ...wordsOf(t, area, name) }))
      .filter(({ name, label, hint }) => isFitting(`${label} ${hint} ${name}`, wanted))
      .map(({ name, label }) => ({
        label,
        hint: t(`${area}.title`),
        href: `/pages/${subdomain}/${PATHS[area]}#setting-${name}`,
      })),
  );
}
