import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { cookieOf } from "#tests/support/actions/people.ts";
import type { Effect, World } from "#tests/support/effects/effect.ts";

const PAUSE_MS = 50;

async function mailsIn({ server }: World): Promise<Email[]> {
  const folder = join(server.dataDir, "mail", "new");
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
}

/** The mail to an address, from the maildir that a server without SMTP_URL keeps. */
async function mailTo(world: World, address: string): Promise<Email> {
  for (;;) {
    const all = await mailsIn(world);
    const found = all.find(({ to }) => to?.some((one) => one.address === address));
    if (found) return found;
    await sleep(PAUSE_MS);
  }
}

/** Somebody subscribes. @returns their address */
async function subscribe({ api, organization }: World, confirm: boolean): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const path = `/status_pages/${organization.page.subdomain}/subscriptions`;
  const answer = await api.post(path, { subscription: { type: "email", email, confirm } });
  if (answer.status !== 201) throw new Error(answer.text);
  return email;
}

/** What asks somebody to confirm. */
async function confirmation(world: World): Promise<Email> {
  return mailTo(world, await subscribe(world, false));
}

/** What tells somebody of an incident. */
async function notification(world: World): Promise<Email> {
  const { api, organization, service } = world;
  const email = await subscribe(world, true);
  const updates = [{ description: "Looking", notify: true }];
  const incident = { title: "Trouble", type: "major", service_ids: [service], updates };
  await api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident });
  return mailTo(world, email);
}

const OWN = '<p class="of-our-own">{{ content }}{{ confirm_url }}</p>';
const isOwn = ({ html }: Email) => html?.includes('class="of-our-own"') ?? false;
const TEMPLATES_ON = { email_templates_enabled: true };

/** Whether a field of the form for new incidents is switched on. */
const preset =
  (name: string): Effect["seen"] =>
  async ({ server, database, organization }) => {
    const cookie = await cookieOf(database, organization.owner);
    const path = `/pages/${organization.page.subdomain}/incidents/new`;
    const { text } = await server.request(path, { headers: { cookie } });
    const [box = ""] =
      new RegExp(`<input[^>]*type="checkbox"[^>]*name="${name}"[^>]*>`).exec(text) ?? [];
    return box.includes("checked");
  };

const ACCOUNT = { name: "social", domain: "social.example", key: "a-token-of-the-account" };

/** Whether an update is posted to a social network unless somebody says otherwise. */
const presetSocially: Effect["seen"] = async (world) => {
  const { api, organization } = world;
  const integration = { ...ACCOUNT, settings: { enabled: true } };
  await api.post(`/status_pages/${organization.page.subdomain}/integrations`, { integration });
  return preset("social_post")(world);
};

export const MAIL: Record<string, Effect> = {
  notification_email: {
    set: { notification_email: "news@ada.example" },
    seen: async (world) => (await confirmation(world)).from?.address === "news@ada.example",
  },
  reply_to_email: {
    set: { reply_to_email: "help@ada.example" },
    seen: async (world) => (await confirmation(world)).replyTo?.[0]?.address === "help@ada.example",
  },
  email_layout_template: {
    before: TEMPLATES_ON,
    set: { email_layout_template: OWN },
    seen: async (world) => isOwn(await confirmation(world)),
  },
  email_confirmation_template: {
    before: TEMPLATES_ON,
    set: { email_confirmation_template: OWN },
    seen: async (world) => isOwn(await confirmation(world)),
  },
  email_notification_template: {
    before: TEMPLATES_ON,
    set: { email_notification_template: OWN },
    seen: async (world) => isOwn(await notification(world)),
  },
  email_templates_enabled: {
    before: { email_confirmation_template: OWN },
    set: TEMPLATES_ON,
    seen: async (world) => isOwn(await confirmation(world)),
  },
  notify_by_default: { set: { notify_by_default: true }, seen: preset("notify") },
  social_post_by_default: { set: { social_post_by_default: true }, seen: presetSocially },
  social_posting_enabled: {
    before: { social_post_by_default: true },
    set: { social_posting_enabled: false },
    seen: async (world) => !(await presetSocially(world)),
  },
};
