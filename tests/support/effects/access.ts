import {
  type Effect,
  none,
  policy,
  status,
  text,
  visit,
  type World,
} from "#tests/support/effects/effect.ts";
import { textsTwice } from "#tests/support/effects/texts-left.ts";

export const ACCESS: Record<string, Effect> = {
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

export const SUBSCRIBING: Record<string, Effect> = {
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
