import type { Db } from "#db/index.ts";
import { later } from "#lib/clock.ts";
import type { Api } from "./api.ts";
import { DOMAIN } from "./domain-effects.ts";
import type { Request, Response } from "./http.ts";
import { mintIncidents } from "./incidents.ts";
import { UNSPOKEN } from "./languages.ts";
import { MAIL } from "./mail-effects.ts";
import type { Minted } from "./mint.ts";
import { picture } from "./pictures.ts";
import type { TestServer } from "./server.ts";
import { textsTwice } from "./texts-left.ts";
import { TRANSLATION } from "./translation-effect.ts";

/** A page of a test's own, and who looks at it. */
export type World = {
  server: TestServer;
  api: Api;
  database: Db;
  organization: Minted;
  service: number;
};

type Settings = Record<string, unknown>;

/**
 * What a setting does: how it is set, and what can be seen then and not before. `before`: what else
 * is set; `on`: what else there is.
 */
export type Effect = {
  set: Settings | ((world: World) => Promise<void>);
  before?: Settings;
  on?: (world: World) => Promise<unknown>;
  seen: (world: World) => Promise<boolean>;
};

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const at = (minutes: number) =>
  new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length);

export function recordPath({ organization: { id, page } }: World): string {
  return `/orgs/${id}/status_pages/${page.subdomain}`;
}

export function visit(world: World, path = "/", request: Request = {}): Promise<Response> {
  return world.server.visit(world.organization.page.subdomain, path, request);
}

type Seen = Effect["seen"];

const text = (shown: RegExp, path = "/"): Seen => {
  return async (world) => shown.test((await visit(world, path)).text.replaceAll("<!-- -->", ""));
};
const none =
  (shown: Seen): Seen =>
  async (world) =>
    !(await shown(world));
const status = (path: string, code: number): Seen => {
  return async (world) => (await visit(world, path)).status === code;
};
const policy = (allowed: RegExp): Seen => {
  return async (world) =>
    allowed.test(String((await visit(world)).headers["content-security-policy"]));
};
const variable = (name: string, value: string) => text(new RegExp(`--${name}:${value}[;}]`));

/** A colour that can be read as it is, wherever it stands. */
const COLOR = "0b4a8f";
const paints = (key: string, name: string): Effect => ({
  set: { [key]: COLOR },
  seen: variable(name, `#${COLOR}`),
});

const happens = (
  severity: "major" | "scheduled",
  title: string,
  from: number,
  to: number | null,
) => {
  return ({ database, organization, service }: World) =>
    mintIncidents(database, organization.page.id, [
      {
        severity,
        title,
        starts_at: at(from),
        ends_at: to === null ? null : at(to),
        service_ids: [service],
      },
    ]);
};

async function upload(world: World, image: string): Promise<void> {
  const body = await picture(60, 30).png().toBuffer();
  const answer = await world.api.put(`${recordPath(world)}/images/${image}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
}
const uploads = (image: string, seen: Seen, before: Settings = {}): Effect => ({
  set: (world) => upload(world, image),
  before,
  seen,
});

async function creates(
  { api, organization, service }: World,
  incident: Settings,
): Promise<Response> {
  const whole = { title: "Trouble", type: "minor", service_ids: [service], ...incident };
  return api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident: whole });
}

/** One more service, with its uptime. */
export async function addService({ api, organization }: World): Promise<number> {
  const service = { name: "Second", display_uptime_graph: true };
  const path = `/status_pages/${organization.page.subdomain}/services`;
  return (await api.post(path, { service })).json<{ service: { id: number } }>().service.id;
}

const LONG_AGO = at(-60 * DAY).slice(0, "YYYY-MM-DD".length);
const NOTICE = { title: "We move", updates: [{ description: "To a new home" }] };
const TYPE = { key: "partial", name: "Partial outage", base_severity: "minor" };

const IDENTITY: Record<string, Effect> = {
  name: { set: { name: "Renamed & Co" }, seen: text(/>Renamed &amp; Co</) },
  url: { set: { url: "example.org/home" }, seen: text(/href="https:\/\/example\.org\/home"/) },
  time_zone: { set: { time_zone: "Asia/Tokyo" }, seen: text(/>Asia\/Tokyo</) },
  subdomain: {
    set: { subdomain: `moved-${process.pid}-${Date.now()}` },
    seen: async (world) => String((await visit(world)).headers.location).includes("//moved-"),
  },
  support_email: {
    set: { support_email: "help@example.com" },
    seen: text(/href="mailto:help@example\.com"/),
  },
  social_public_screen_name: {
    set: { social_public_screen_name: "@acme@social.example" },
    seen: text(/href="https:\/\/social\.example\/@acme"/),
  },
  about: {
    before: { display_about: true },
    set: { about: "Who **we** are" },
    seen: text(/Who <strong>we/),
  },
  display_about: {
    before: { about: "Who we are" },
    set: { display_about: true },
    seen: text(/Who we are/),
  },
  header_logo_text: { set: { header_logo_text: "Our status" }, seen: text(/>Our status</) },
  public_company_name: { set: { public_company_name: "The Company" }, seen: text(/>The Company</) },
  translations: {
    set: { translations: { de: { header_logo_text: "Unser Zustand" } } },
    seen: text(/>Unser Zustand</, "/?lang=de"),
  },
  default_language: {
    set: { default_language: "de" },
    seen: async (world) => {
      const headers = { "accept-language": UNSPOKEN };
      return /<html lang="de"/.test((await visit(world, "/", { headers })).text);
    },
  },
  languages: { set: { languages: ["de"] }, seen: text(/<html lang="de"/, "/?lang=en") },
};

const LOOK: Record<string, Effect> = {
  logo: uploads("logo", text(/<img src="\/images\/\w+\.webp" width="60" height="30" alt="/)),
  dark_logo: {
    on: (world) => upload(world, "logo"),
    ...uploads(
      "dark_logo",
      text(/<source media="\(prefers-color-scheme: dark\)" srcSet="\/images/i),
    ),
  },
  bg_image: uploads("bg_image", text(/\.big-logo\{background:[^}]*url\(\/images\/\w+\.webp\)/), {
    theme_selected: "big-logo",
  }),
  favicon: uploads(
    "favicon",
    text(/<link rel="icon" type="image\/png" sizes="32x32" href="\/images/),
  ),
  theme_selected: { set: { theme_selected: "big-logo" }, seen: text(/class="[^"]*\bbig-logo\b/) },
  theme_configs: {
    set: { theme_configs: { radius: "none", sparkle: "much" } },
    seen: variable("radius", "0"),
  },
  link_color: paints("link_color", "link"),
  header_bg_color1: paints("header_bg_color1", "head1"),
  header_bg_color2: paints("header_bg_color2", "head2"),
  header_fg_color: paints("header_fg_color", "head"),
  incident_header_color: paints("incident_header_color", "band"),
  incident_link_color: paints("incident_link_color", "ilink"),
  status_ok_color: paints("status_ok_color", "o"),
  status_minor_color: paints("status_minor_color", "n"),
  status_major_color: paints("status_major_color", "j"),
  status_maintenance_color: paints("status_maintenance_color", "p"),
  custom_css: { set: { custom_css: "p{x:y}" }, seen: text(/<style>p\{x:y\}<\/style>/) },
  custom_header: { set: { custom_header: "<b>Ours</b>" }, seen: text(/<b>Ours<\/b><header/) },
  custom_footer: { set: { custom_footer: "<b>Ours</b>" }, seen: text(/<\/footer><b>Ours<\/b>/) },
  head_code: { set: { head_code: "<meta name=a>" }, seen: text(/<meta name=a><\/head>/) },
  custom_js: { set: { custom_js: "go()" }, seen: text(/<script>go\(\)<\/script><\/body>/) },
  display_calendar: {
    set: { display_calendar: false },
    seen: none(text(/href="\/calendar"/)),
  },
  hide_watermark: { set: { hide_watermark: true }, seen: none(text(/Made with Allclear/)) },
  date_format: { set: { date_format: "%Y/%m/%d" }, seen: text(/>\d{4}\/\d\d\/\d\d, </) },
  time_format: { set: { time_format: "%I.%M %p" }, seen: text(/>\d\d\.\d\d [AP]M/) },
  date_format_enforce_everywhere: {
    set: { date_format_enforce_everywhere: true },
    seen: none(text(/ data-zone="/)),
  },
  display_uptime_graph: {
    on: addService,
    set: { display_uptime_graph: false },
    seen: none(text(/<svg class="b"/)),
  },
  uptime_graph_days: { set: { uptime_graph_days: 30 }, seen: text(/data-days="30"/) },
};

const CONTENT: Record<string, Effect> = {
  current_incidents_position: {
    on: async (world) => {
      await happens("major", "It broke", -5, null)(world);
      await happens("scheduled", "We restart", -5, 60)(world);
    },
    set: { current_incidents_position: "below_services" },
    seen: text(/id="services"[\s\S]*id="maintenance"/),
  },
  scheduled_maintenance_days: {
    on: happens("scheduled", "We rebuild", 10 * DAY, 10 * DAY + 60),
    set: { scheduled_maintenance_days: 14 },
    seen: text(/We rebuild/),
  },
  history_limit_days: {
    set: { history_limit_days: 30 },
    seen: status(`/history/${LONG_AGO}`, 404),
  },
  info_notices_enabled: {
    on: ({ api, organization }) =>
      api.post(`/status_pages/${organization.page.subdomain}/info_notices`, {
        info_notice: NOTICE,
      }),
    set: { info_notices_enabled: false },
    seen: none(text(/We move/)),
  },
  custom_incident_types_enabled: {
    on: async ({ api, organization }) =>
      api.post(`/status_pages/${organization.page.subdomain}/incident_types`, {
        incident_type: TYPE,
      }),
    set: { custom_incident_types_enabled: true },
    seen: async (world) => (await creates(world, { type: TYPE.key })).status === 201,
  },
  locked_when_maintenance: {
    on: happens("scheduled", "We rebuild", -5, 60),
    set: { locked_when_maintenance: true },
    seen: async (world) => (await creates(world, {})).status === 422,
  },
  feed_enabled: { set: { feed_enabled: false }, seen: status("/rss", 404) },
  calendar_enabled: { set: { calendar_enabled: false }, seen: status("/calendar.ics", 404) },
  external_calendar_enabled: {
    set: { external_calendar_enabled: true },
    seen: text(
      /href="https:\/\/calendar\.google\.com\/[^"]*cid=webcal[\s\S]*outlook\.live\.com\/[^"]*calendar\.ics/,
    ),
  },
};

const ACCESS: Record<string, Effect> = {
  restricted_ips: { set: { restricted_ips: "192.0.2.1" }, seen: status("/", 403) },
  member_restricted: { set: { member_restricted: true }, seen: status("/", 403) },
  draft: { set: { draft: true }, seen: status("/", 404) },
  allowed_email_domains: {
    before: { member_restricted: true },
    set: { allowed_email_domains: "partner.example" },
    on: ({ api, organization }) =>
      api.post(`/status_pages/${organization.page.subdomain}/join_link`, {}),
    seen: async (world) => {
      const { subdomain } = world.organization.page;
      const answer = await world.api.get(`/status_pages/${subdomain}/join_link`);
      const { url } = answer.json<{ join_link: { url: string } }>().join_link;
      return text(/<input[^>]*name="email"/, new URL(url).pathname)(world);
    },
  },
  captcha_enabled: {
    before: { member_restricted: true },
    set: { captcha_enabled: false },
    seen: async ({ server, organization }) => {
      const { text } = await server.request(`/sign-in?page=${organization.page.subdomain}`);
      return !text.includes("<altcha-widget");
    },
  },
  noindex: {
    set: { noindex: true },
    seen: async (world) => (await visit(world)).headers["x-robots-tag"] === "noindex",
  },
  enable_embedding: { set: { enable_embedding: true }, seen: policy(/frame-ancestors \*/) },
  strict_csp: {
    before: { custom_js: "go()" },
    set: { strict_csp: true },
    seen: none(policy(/'unsafe-inline'/)),
  },
};

async function subscribes({ api, organization }: World, type: string): Promise<number> {
  const path = `/status_pages/${organization.page.subdomain}/subscriptions`;
  const addresses = { email: "a@example.com", country_dial_code: "49", phone_number: "1511234567" };
  const subscription = { type, ...addresses, webhook_url: "https://hooks.example.com/1" };
  return (await api.post(path, { subscription })).status;
}

/** Off, the form does not offer it any more, and the API does not take it. */
const offers = (key: string, types: string[], shown: RegExp): Effect => ({
  set: { [key]: false },
  seen: async (world) => {
    const isShown = await text(shown, "/subscribe")(world);
    const statuses = await Promise.all(types.map((type) => subscribes(world, type)));
    return !isShown && statuses.every((code) => code === 422);
  },
});

const SUBSCRIBING: Record<string, Effect> = {
  subscribers_enabled: offers(
    "subscribers_enabled",
    ["email", "webhook"],
    /name="(email|webhook_url)"/,
  ),
  chat_a_subscriptions_enabled: offers("chat_a_subscriptions_enabled", ["slack"], /Slack/),
  chat_b_notifications_enabled: offers("chat_b_notifications_enabled", ["discord"], /Discord/),
  chat_c_notifications_enabled: offers("chat_c_notifications_enabled", ["teams"], /Teams/),
  chat_d_notifications_enabled: offers("chat_d_notifications_enabled", ["google_chat"], /Google/),
  chat_e_notifications_enabled: offers("chat_e_notifications_enabled", ["mattermost"], /Matterm/),
  chat_f_notifications_enabled: offers("chat_f_notifications_enabled", ["zoom"], /Zoom/),
  sms_notifications_enabled: {
    set: { sms_notifications_enabled: true },
    seen: async (world) => (await subscribes(world, "sms")) === 201,
  },
  sms_dial_codes: {
    before: { sms_notifications_enabled: true, sms_dial_codes: "49" },
    set: { sms_dial_codes: "44" },
    seen: async (world) => (await subscribes(world, "sms")) === 422,
  },
  sms_daily_limit: {
    set: { sms_daily_limit: 1 },
    seen: async (world) => (await textsTwice(world)) < 2,
  },
  sms_monthly_segments: {
    set: { sms_monthly_segments: 3 },
    seen: async (world) => (await textsTwice(world)) < 2,
  },
};

/** After so many hours the team is reminded of what goes on. */
const reminds = (name: string, type: string): Effect => ({
  set: { [name]: 2 },
  seen: async ({ api, database, organization: { page }, service }) => {
    const times = { starts_at: at(0), ends_at: type === "scheduled" ? at(DAY) : null };
    const incident = { title: "Slow", type, service_ids: [service], ...times };
    const made = await api.post(`/status_pages/${page.subdomain}/incidents`, { incident });
    const { for_at } = await database
      .selectFrom("incident_timers")
      .select("for_at")
      .where("incident_id", "=", made.json<{ incident: { id: number } }>().incident.id)
      .where("kind", "=", "long_running")
      .executeTakeFirstOrThrow();
    return for_at === later(times.starts_at, 2 * 3_600);
  },
});

const REMINDERS: Record<string, Effect> = {
  minor_notification_hours: reminds("minor_notification_hours", "minor"),
  major_notification_hours: reminds("major_notification_hours", "major"),
  maintenance_notification_hours: reminds("maintenance_notification_hours", "scheduled"),
};

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
