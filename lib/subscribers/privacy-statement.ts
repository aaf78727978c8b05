import { SESSION_SECONDS } from "#lib/identity/sessions/session-token.ts";
import { BROWSER_SECONDS } from "#lib/identity/visitor-sessions/sign-in-redirect.ts";
import type { Settings } from "#lib/pages/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import type { View } from "#lib/site/view/view.ts";
import { offeredChannels } from "#lib/subscribers/offered.ts";
import { CONFIRM_DAYS } from "#lib/subscribers/tokens.ts";

type Code = "style" | "code" | null;

/** Operators' code runs only on the page's own host. */
function codeOf({ visit, snapshot }: View): Code {
  const { custom_css, custom_header, custom_footer, custom_js, head_code } = snapshot.page.settings;
  if (visit.base !== "") return null;
  if (custom_header || custom_footer || custom_js || head_code) return "code";
  return custom_css ? "style" : null;
}

function cookies(t: Translate, restricted: boolean): string[] {
  const [minutes, hours] = [BROWSER_SECONDS / 60, SESSION_SECONDS / 3_600];
  const set = restricted
    ? t("privacy.cookies.session", { minutes, hours })
    : t("privacy.cookies.none");
  return [set, t("privacy.cookies.folds")];
}

function others(t: Translate, settings: Settings, code: Code): string[] {
  const { calendar_enabled, external_calendar_enabled } = settings;
  return [
    t(code ? `privacy.others.${code}` : "privacy.others.none"),
    ...(calendar_enabled && external_calendar_enabled ? [t("privacy.others.calendars")] : []),
  ];
}

function logs(t: Translate, offers: boolean): string[] {
  const always = [t("privacy.logs.requests"), t("privacy.logs.counts")];
  return offers ? [...always, t("privacy.logs.hashes")] : always;
}

function subscriptions(t: Translate, settings: Settings, offers: boolean): string[] {
  const kept = [
    t("privacy.subscriptions.kept"),
    t("privacy.subscriptions.unconfirmed", { days: CONFIRM_DAYS }),
    t("privacy.subscriptions.audit"),
  ];
  return [
    ...(offers ? kept : [t("privacy.subscriptions.none")]),
    ...(settings.feed_enabled || settings.calendar_enabled
      ? [t("privacy.subscriptions.feeds")]
      : []),
  ];
}

function accessibility(t: Translate, code: Code): string[] {
  const always = (["aim", "ways", "screens", "states"] as const).map((text) =>
    t(`privacy.accessibility.${text}`),
  );
  return code ? [...always, t("privacy.accessibility.code")] : always;
}

/**
 * The privacy and accessibility statement of a page, derived from its settings. Update it whenever
 * stored or sent data changes.
 * @param restricted whether visitors may have to sign in
 */
export function statementOf(view: View, restricted: boolean) {
  const { t, snapshot } = view;
  const { settings } = snapshot.page;
  const code = codeOf(view);
  const offers = offeredChannels(settings, true).length > 0;
  return [
    { part: "cookies", texts: cookies(t, restricted) },
    { part: "others", texts: others(t, settings, code) },
    { part: "logs", texts: logs(t, offers) },
    { part: "subscriptions", texts: subscriptions(t, settings, offers) },
    { part: "accessibility", texts: accessibility(t, code) },
  ] as const;
}
