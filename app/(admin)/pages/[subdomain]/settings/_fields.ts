import type { UpdateStatusPage } from "#lib/pages/schema.ts";

type Name = Exclude<keyof UpdateStatusPage, "domain_config"> | `domain_config.${string}`;

/** How a field is typed in; the choices of a `select` have texts of their own. */
export type Control =
  | { kind: "text" | "email" | "area" | "code" | "switch" | "hours" | "number" | "colour" | "list" }
  | { kind: "select"; options: readonly string[] }
  | { kind: "format"; of: "date" | "time"; presets: readonly string[] }
  | { kind: "zone" | "language" | "names" | "tokens" };

export type FieldOf = { name: Name } & Control;

const of =
  (kind: Exclude<Control["kind"], "select" | "format">) =>
  (name: Name): FieldOf => ({ name, kind });
const text = of("text");
const email = of("email");
const area = of("area");
const code = of("code");
const flag = of("switch");
const hours = of("hours");
const colour = of("colour");
const select = (name: Name, options: readonly (string | number)[]): FieldOf => ({
  name,
  kind: "select",
  options: options.map(String),
});

const DATES = ["%-d %B %Y", "%-d %b %Y", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%b %-d, %Y", "%F"];
const TIMES = ["%H:%M", "%H:%M:%S", "%H.%M", "%-I:%M %p", "%H:%M (%Z)"];

type Sections = Record<string, readonly FieldOf[]>;

export const SETTINGS_SECTIONS = {
  general: [
    text("name"),
    text("url"),
    text("subdomain"),
    text("public_company_name"),
    email("support_email"),
    text("social_public_screen_name"),
    area("about"),
    flag("display_about"),
    flag("noindex"),
    flag("enable_embedding"),
  ],
  languages: [
    of("language")("default_language"),
    of("list")("languages"),
    of("names")("translations"),
    flag("enable_auto_translations"),
    of("zone")("time_zone"),
    { name: "date_format", kind: "format", of: "date", presets: DATES },
    { name: "time_format", kind: "format", of: "time", presets: TIMES },
    flag("date_format_enforce_everywhere"),
  ],
  visitors: [
    select("current_incidents_position", ["above_services", "below_services"]),
    flag("display_uptime_graph"),
    select("uptime_graph_days", [30, 60, 90]),
    select("history_limit_days", [30, 90, 365, ""]),
    select("scheduled_maintenance_days", [7, 14, 21, 28]),
    flag("display_calendar"),
    flag("info_notices_enabled"),
  ],
  incidents: [
    flag("custom_incident_types_enabled"),
    flag("locked_when_maintenance"),
    flag("notify_by_default"),
    flag("social_post_by_default"),
    flag("social_posting_enabled"),
    hours("minor_notification_hours"),
    hours("major_notification_hours"),
    hours("maintenance_notification_hours"),
  ],
  subscriptions: [
    flag("subscribers_enabled"),
    flag("sms_notifications_enabled"),
    text("sms_dial_codes"),
    of("number")("sms_daily_limit"),
    of("number")("sms_monthly_segments"),
    flag("chat_a_subscriptions_enabled"),
    flag("chat_b_notifications_enabled"),
    flag("chat_c_notifications_enabled"),
    flag("chat_d_notifications_enabled"),
    flag("chat_e_notifications_enabled"),
    flag("chat_f_notifications_enabled"),
    flag("feed_enabled"),
    flag("calendar_enabled"),
    flag("external_calendar_enabled"),
  ],
} as const satisfies Sections;

/** Where a page is and who sees it: the sections of its domain and access. */
const ACCESS_SECTIONS = {
  domain: [
    text("domain_config.domain"),
    select("domain_config.provider", ["", "legacy_custom_domain", "cdn_a", "cdn_b"]),
  ],
  access: [
    flag("member_restricted"),
    area("restricted_ips"),
    area("allowed_email_domains"),
    flag("captcha_enabled"),
  ],
} as const satisfies Sections;

const LOOK_SECTIONS = {
  theme: [
    select("theme_selected", ["default", "big-logo"]),
    text("header_logo_text"),
    flag("hide_watermark"),
    of("tokens")("theme_configs"),
  ],
  colours: [
    colour("link_color"),
    colour("header_bg_color1"),
    colour("header_bg_color2"),
    colour("header_fg_color"),
    colour("status_ok_color"),
    colour("status_minor_color"),
    colour("status_major_color"),
    colour("status_maintenance_color"),
    colour("incident_header_color"),
    colour("incident_link_color"),
  ],
  code: [
    code("custom_css"),
    code("custom_header"),
    code("custom_footer"),
    code("head_code"),
    code("custom_js"),
    flag("strict_csp"),
  ],
} as const satisfies Sections;

const EMAIL_SECTIONS = {
  sender: [email("notification_email"), email("reply_to_email")],
  templates: [
    flag("email_templates_enabled"),
    code("email_layout_template"),
    code("email_notification_template"),
    code("email_confirmation_template"),
  ],
} as const satisfies Sections;

export const AREAS = {
  admin_settings: SETTINGS_SECTIONS,
  admin_appearance: LOOK_SECTIONS,
  admin_access: ACCESS_SECTIONS,
  admin_emails: EMAIL_SECTIONS,
};
export type AreaName = keyof typeof AREAS;

export function fieldsOf(area: AreaName): FieldOf[] {
  return Object.values<readonly FieldOf[]>(AREAS[area]).flat();
}
