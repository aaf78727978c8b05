import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { GROUND, palette } from "#lib/pages/branding/theme.ts";
import { imageUrl } from "#lib/pages/images/schema.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import type { Colors, Letterhead } from "#lib/platform/mail/letter.ts";
import { cleanLine } from "#lib/platform/text.ts";

// As in the page's stylesheet.
const NEUTRAL = {
  light: { ground: GROUND.light, text: "#171b20", muted: "#57606b", line: "#dfe4e8" },
  dark: { ground: GROUND.dark, text: "#e8ebee", muted: "#a0aab4", line: "#2b333b" },
};

function colors(settings: Settings, scheme: keyof typeof GROUND): Colors {
  const { link = "", head1 = "", head = "" } = palette(settings, scheme);
  return { ...NEUTRAL[scheme], link, header: head1, header_text: head };
}

/** For e-mails that concern no page. */
export function plainLetterhead(page: Letterhead["page"], lang: string): Letterhead {
  const settings = parseSettings({});
  return {
    page,
    lang,
    dir: directionOf(lang),
    light: colors(settings, "light"),
    dark: colors(settings, "dark"),
    templates: { layout: null, letter: null },
  };
}

/** A mail client cannot prove that it may load a restricted page's images. */
function logoOf(
  page: Addressed & { readonly restricted: boolean },
  { logo, dark_logo }: Settings,
): Letterhead["logo"] {
  if (page.restricted || !logo) return null;
  return { url: imageUrl(page, logo) ?? "", dark_url: dark_logo && imageUrl(page, dark_logo) };
}

/** For a page's e-mails to its subscribers. */
export function letterheadOf(
  page: Addressed & { readonly restricted: boolean },
  settings: Settings,
  { name, lang, template }: { name: string; lang: string; template: string | null },
): Letterhead {
  const { email_templates_enabled, email_layout_template } = settings;
  return {
    page: { name: cleanLine(name), url: pageUrl(page) },
    lang,
    dir: directionOf(lang),
    light: colors(settings, "light"),
    dark: colors(settings, "dark"),
    logo: logoOf(page, settings),
    templates: email_templates_enabled
      ? { layout: email_layout_template, letter: template }
      : { layout: null, letter: null },
  };
}
