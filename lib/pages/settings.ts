import { z } from "zod";
import { color, optionalColor, optionalEmail, plainEmail } from "#lib/core/fields/address.ts";
import { optionalJsonObject, translations } from "#lib/core/fields/json.ts";
import { languageTag, languageTags } from "#lib/core/fields/language.ts";
import { singleLine } from "#lib/core/fields/name.ts";
import {
  MAX_CODE,
  MAX_DESCRIPTION,
  MAX_NAME,
  matching,
  optionalText,
  plainText,
  publicText,
} from "#lib/core/fields/text.ts";
import { optionalFormat } from "#lib/core/fields/time.ts";
import {
  amount,
  choice,
  flag,
  nullableFlag,
  numberChoice,
  optionalNumberChoice,
} from "#lib/core/fields/value.ts";
import { htmlCode } from "#lib/pages/custom-code.ts";
import { optionalDomain } from "#lib/pages/domain-config.ts";
import { DEFAULT_LANG } from "#lib/platform/i18n/translator.ts";

type Setting<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  input: I;
  output: O;
  initial: z.output<O>;
};

function setting<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  initial: z.output<O>,
): Setting<I, O> {
  return { input, output, initial };
}

/** Marks a setting as an extension of the documented interface. */
function ours<I extends z.ZodType, O extends z.ZodType>(one: Setting<I, O>): Setting<I, O> {
  const mark = { "x-extension": true };
  return setting(one.input.meta(mark), one.output.meta(mark), one.initial);
}

const on = () => setting(flag(), z.boolean(), true);
const off = () => setting(flag(), z.boolean(), false);
const nullableOn = () => setting(nullableFlag(), z.boolean().nullable(), true);
const nullableOff = () => setting(nullableFlag(), z.boolean().nullable(), false);
const maybeText = (max: number) => setting(optionalText(max), z.string().nullable(), null);
const maybeHtml = () => setting(htmlCode(MAX_CODE), z.string().nullable(), null);
const maybeFormat = (example: string) =>
  setting(optionalFormat(MAX_NAME, example), z.string().nullable(), null);
const maybeEmail = () => setting(optionalEmail(), z.string().nullable(), null);
const hours = (initial: number) => setting(amount(8_760), z.int().min(0), initial);
const MAX_TEXTS = 1_000;
const DIAL_CODES = "\\s*(\\+?[1-9]\\d{0,3}(\\s*[\\s,;]\\s*\\+?[1-9]\\d{0,3})*)?\\s*";
const dialCodes = () =>
  matching(MAX_NAME, DIAL_CODES, "bad_dial_codes")
    .nullish()
    .transform((list) => (list === null ? "" : list));
const paint = (initial: string) => setting(color(), z.string(), initial);
// Set by an upload only; `Settings` stores more than the address.
const picture = (description: string) =>
  setting(z.undefined(), z.string().nullable().meta({ description }), null);

const SCHEDULED_MAINTENANCE_DAYS = [7, 14, 21, 28] as const;
const HISTORY_LIMIT_DAYS = [30, 90, 365] as const;
const UPTIME_GRAPH_DAYS = [30, 60, 90] as const;
const INCIDENTS_POSITIONS = ["below_services", "above_services"] as const;
const THEMES = ["default", "big-logo"] as const;

const PageTranslations = z.record(
  z.string(),
  z.object({ public_company_name: z.string().nullish(), header_logo_text: z.string().nullish() }),
);

// Input, output and default of each setting, in the order of the output. A new setting is one line.
export const PROFILE = {
  support_email: setting(plainEmail(), z.string(), ""),
  social_public_screen_name: maybeText(MAX_NAME),
  about: setting(optionalText(MAX_DESCRIPTION).transform(publicText), z.string().nullable(), null),
  display_about: off(),
  domain: setting(optionalDomain(), z.string().nullable(), null),
  custom_domain_enabled: off(),
};

export const SETTINGS = {
  scheduled_maintenance_days: setting(
    numberChoice(SCHEDULED_MAINTENANCE_DAYS),
    z.literal(SCHEDULED_MAINTENANCE_DAYS),
    7,
  ),
  custom_js: maybeText(MAX_CODE),
  head_code: maybeHtml(),
  date_format: maybeFormat("%d.%m.%Y"),
  time_format: maybeFormat("%H:%M"),
  date_format_enforce_everywhere: off(),
  display_calendar: on(),
  hide_watermark: off(),
  minor_notification_hours: hours(6),
  major_notification_hours: hours(3),
  maintenance_notification_hours: hours(6),
  history_limit_days: setting(
    optionalNumberChoice(HISTORY_LIMIT_DAYS),
    z.literal(HISTORY_LIMIT_DAYS).nullable(),
    90,
  ),
  custom_incident_types_enabled: off(),
  info_notices_enabled: on(),
  locked_when_maintenance: off(),
  noindex: off(),
  enable_auto_translations: off(),
  captcha_enabled: on(),
  enable_embedding: off(),
  strict_csp: off(),
  translations: setting(
    translations({ public_company_name: MAX_NAME, header_logo_text: MAX_NAME }),
    PageTranslations,
    {},
  ),
  default_language: ours(setting(languageTag(), z.string(), DEFAULT_LANG)),
  languages: ours(setting(languageTags(), z.array(z.string()), [])),
  header_logo_text: setting(plainText(MAX_NAME, singleLine()), z.string(), ""),
  public_company_name: setting(optionalText(MAX_NAME, singleLine()), z.string().nullable(), null),
  logo: picture("Its address, once it was uploaded"),
  dark_logo: ours(picture("The logo for dark screens")),
  bg_image: picture("Its address, once it was uploaded"),
  favicon: picture("Its address, once it was uploaded"),
  display_uptime_graph: on(),
  uptime_graph_days: setting(numberChoice(UPTIME_GRAPH_DAYS), z.literal(UPTIME_GRAPH_DAYS), 90),
  current_incidents_position: setting(
    choice(INCIDENTS_POSITIONS),
    z.enum(INCIDENTS_POSITIONS),
    "above_services",
  ),
  theme_selected: setting(choice(THEMES), z.enum(THEMES), "default"),
  theme_configs: setting(
    optionalJsonObject(MAX_DESCRIPTION),
    z.record(z.string(), z.unknown()).nullable(),
    null,
  ),
  link_color: paint("0c91c3"),
  header_bg_color1: paint("009688"),
  header_bg_color2: paint("0c91c3"),
  header_fg_color: paint("ffffff"),
  incident_header_color: paint("009688"),
  status_ok_color: paint("48CBA5"),
  status_minor_color: paint("FFA500"),
  status_major_color: paint("e75a53"),
  status_maintenance_color: paint("5378c1"),
  incident_link_color: setting(optionalColor(), z.string().nullable(), null),
  custom_css: maybeText(MAX_CODE),
  custom_header: maybeHtml(),
  custom_footer: maybeHtml(),
  notify_by_default: off(),
  social_post_by_default: off(),
  chat_a_subscriptions_enabled: nullableOn(),
  chat_b_notifications_enabled: on(),
  chat_c_notifications_enabled: on(),
  chat_d_notifications_enabled: on(),
  chat_e_notifications_enabled: on(),
  chat_f_notifications_enabled: on(),
  sms_notifications_enabled: nullableOff(),
  sms_dial_codes: ours(setting(dialCodes(), z.string(), "")),
  sms_daily_limit: ours(setting(amount(MAX_TEXTS), z.int().min(0), 20)),
  sms_monthly_segments: ours(setting(amount(), z.int().min(0), 0)),
  feed_enabled: on(),
  calendar_enabled: on(),
  external_calendar_enabled: off(),
  subscribers_enabled: on(),
  notification_email: maybeEmail(),
  reply_to_email: maybeEmail(),
  social_posting_enabled: on(),
  email_layout_template: maybeText(MAX_CODE),
  email_confirmation_template: maybeText(MAX_CODE),
  email_notification_template: maybeText(MAX_CODE),
  email_templates_enabled: nullableOff(),
  allowed_email_domains: setting(plainText(MAX_DESCRIPTION), z.string(), ""),
};

type Table = Record<string, Setting>;
type Inputs<T extends Table> = {
  [K in keyof T as T[K]["input"] extends z.ZodUndefined ? never : K]: T[K]["input"];
};
type Outputs<T extends Table> = { [K in keyof T]: T[K]["output"] };
type Stored<T extends Table> = { [K in keyof T]: z.ZodDefault<T[K]["output"]> };

/** Omits settings that only the server writes. */
export function inputsOf<T extends Table>(table: T): Inputs<T> {
  const writable = Object.entries(table).filter(
    ([, { input }]) => !(input instanceof z.ZodUndefined),
  );
  return Object.fromEntries(writable.map(([name, { input }]) => [name, input])) as Inputs<T>;
}

export function outputsOf<T extends Table>(table: T): Outputs<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { output }]) => [name, output]),
  ) as Outputs<T>;
}

/** Defaults for a new page. */
export function initialsOf<T extends Table>(
  table: T,
): { [K in keyof Inputs<T>]: z.output<T[K]["output"]> } {
  const initials = Object.keys(inputsOf(table)).map((name) => [name, table[name]?.initial]);
  return Object.fromEntries(initials);
}

/** Missing values have their defaults. */
export function storedOf<T extends Table>(table: T): Stored<T> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { output, initial }]) => [name, output.default(initial)]),
  ) as Stored<T>;
}
