import { FORM_TYPE, filledIn, sendForm } from "#tests/support/browser/forms.ts";
import type { Request } from "#tests/support/http/http.ts";
import { linkIn } from "#tests/support/stand-ins/mail-server.ts";
import { CHATS } from "./chats.ts";
import type { World } from "./world.ts";

const PAGE = "/status_pages/laden";

const STATUS_PAGE = {
  name: "Läuft <b>& Co</b>",
  subdomain: "laden",
  url: "https://live.example",
  time_zone: "America/New_York",
  languages: ["en", "de", "ar"],
  support_email: "help@live.example",
  reply_to_email: "reply@live.example",
  subscribers_enabled: true,
  captcha_enabled: false,
  custom_incident_types_enabled: true,
  enable_embedding: true,
  head_code: "<meta name='own' content='1'>",
  custom_css: ".own { color: red }",
  custom_header: "<p>Own header</p>",
  custom_footer: "<p>Own footer</p>",
  date_format: "%d.%m.%Y",
  time_format: "%H:%M",
};

const RESTRICTED = {
  name: "Intern",
  subdomain: "intern",
  url: "https://intern.example",
  time_zone: "Asia/Tokyo",
  member_restricted: true,
};

type Made = Record<string, { id: number }>;

async function made(world: World, path: string, body: object): Promise<number> {
  const answer = await world.call("POST", path, body);
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return Object.values(answer.json<Made>())[0]?.id ?? 0;
}

async function changed(world: World, path: string, body: object): Promise<void> {
  const answer = await world.call("PUT", path, body);
  if (answer.status >= 300) throw new Error(`PUT ${path}: ${answer.status} ${answer.text}`);
}

/** What happens in a recording, a step at a time. Each hands what it makes to those after it. */
export type Ids = Record<string, number>;
export type Step = (world: World, ids: Ids) => Promise<void>;

const setUp: Step = async (world, ids) => {
  await made(world, "/orgs/1/status_pages", { status_page: STATUS_PAGE });
  await made(world, "/orgs/1/status_pages", { status_page: RESTRICTED });
  const service = (service: object) => made(world, `${PAGE}/services`, { service });
  ids.shop = await service({ name: "Shop", translations: { de: { name: "Laden" } } });
  ids.checkout = await service({ name: "Checkout <1>", parent_id: ids.shop });
  const hidden = { name: "Hidden", private: true, monitoring: "webhook" };
  ids.hidden = await service({ ...hidden, webhook_monitoring_service: "status-cake" });
  const subscription = (subscription: object) =>
    made(world, `${PAGE}/subscriptions`, { subscription: { confirm: true, ...subscription } });
  await subscription({ type: "email", email: "en@reader.example", locale: "en" });
  await subscription({ type: "email", email: "de@reader.example", locale: "de" });
  const style = "every_update";
  await subscription({ type: "email", email: "each@reader.example", locale: "en", style });
  for (const [type, webhook_url] of Object.entries(CHATS))
    await subscription({ type, webhook_url });
  await made(world, `${PAGE}/subscriptions`, {
    subscription: { type: "email", email: "asked@reader.example", locale: "de" },
  });
  const { webhooks } = (await world.ask("/api/v2/openapi.json")).json<{ webhooks: object }>();
  const events = Object.keys(webhooks).filter((name) => name !== "webhook.test");
  const webhook = { url: world.receiver.url, events, ordered: true };
  ids.webhook = await made(world, `${PAGE}/webhooks`, { webhook });
};

const askToSubscribe: Step = async ({ visit }) => {
  const typed = { channel: "email", company: "", filter: "all" };
  for (const lang of ["en", "de"])
    await sendForm((path, how) => visit("laden", path, how), `/subscribe?lang=${lang}`, {
      ...typed,
      email: `form-${lang}@reader.example`,
    });
};

const confirm: Step = async (world, ids) => {
  await askToSubscribe(world, ids);
  const mail = await world.mails.nth("form-de@reader.example");
  const { pathname, search } = new URL(linkIn(mail, "subscribe/confirm"));
  const visit = (how?: Request) => world.visit("laden", pathname + search, how);
  const body = filledIn((await visit()).text, {});
  await visit({ method: "POST", headers: { "content-type": FORM_TYPE }, body });
};

const askForLink: Step = ({ visit }) =>
  sendForm((path, how) => visit("laden", path, how), "/manage?lang=de", {
    email: "de@reader.example",
    company: "",
  }).then(() => undefined);

const openIncident: Step = async (world, ids) => {
  const description = "We **look** into it: [more](https://live.example/a_b). <script>";
  ids.incident = await made(world, `${PAGE}/incidents`, {
    incident: {
      title: "Payments fail & <time out>",
      type: "major",
      service_ids: [ids.checkout],
      translations: { de: { title: "Zahlungen scheitern" } },
      updates: [
        { description, notify: true, translations: { de: { description: "Wir **prüfen** es." } } },
      ],
    },
  });
};

const update =
  (type: string, description: string): Step =>
  async (world, ids) => {
    await world.advance(10);
    await made(world, `${PAGE}/incidents/${ids.incident}/updates`, {
      update: { type, description, notify: true },
    });
  };

const writePostmortem: Step = (world, ids) =>
  changed(world, `${PAGE}/incidents/${ids.incident}`, {
    incident: { postmortem: "# Why\n\nA queue was full.\n\n- one\n- two" },
  });

const planMaintenance: Step = async (world, ids) => {
  ids.maintenance = await made(world, `${PAGE}/incidents`, {
    incident: {
      title: "Database upgrade",
      type: "scheduled",
      starts_at: "2026-11-20T14:00:00",
      ends_at: "2026-11-20T15:00:00",
      service_ids: [ids.shop],
      maintenance_notify: true,
      maintenance_notify_settings: { before_notice_minutes: 30, on_start: true, on_end: true },
      updates: [{ description: "We upgrade.", type: "scheduled", notify: true }],
    },
  });
};

const postNotice: Step = async (world, ids) => {
  const updates = [{ description: "A **new** address.", notify: true }];
  ids.notice = await made(world, `${PAGE}/info_notices`, {
    info_notice: { title: "We move", translations: { de: { title: "Wir ziehen um" } }, updates },
  });
};

const editNotice: Step = (world, ids) =>
  changed(world, `${PAGE}/info_notices/${ids.notice}`, { info_notice: { title: "We moved" } });

const serviceDown =
  (Status: string): Step =>
  async ({ ask, call }, { hidden }) => {
    const { service } = (await call("GET", `${PAGE}/services/${hidden}`)).json<{
      service: { incoming_webhook_url: string };
    }>();
    const { pathname, search } = new URL(service.incoming_webhook_url);
    const body = { Status, Name: "x", URL: "https://live.example", Token: "t" };
    await ask(pathname + search, { method: "POST", body });
  };

const testWebhook: Step = async (world, ids) => {
  await made(world, `${PAGE}/webhooks/${ids.webhook}/test`, {});
};

const inviteMember: Step = async (world) => {
  await made(world, "/orgs/1/members", { member: { email: "new@team.example", role: "editor" } });
};

const forgetPassword: Step = ({ ask }) =>
  sendForm(ask, "/forgot-password", { email: "admin@acme.example" }).then(() => undefined);

const remove: Step = async ({ call }, { incident, notice }) => {
  await call("DELETE", `${PAGE}/incidents/${incident}`);
  await call("DELETE", `${PAGE}/info_notices/${notice}`);
};

const wait =
  (minutes: number): Step =>
  ({ advance }) =>
    advance(minutes);

/** The steps whose mails and calls are recorded. */
export const BEFORE_READING: Record<string, Step> = {
  "set-up": setUp,
  subscribed: confirm,
  "ask-for-link": askForLink,
  "incident-opened": openIncident,
  "incident-identified": update("identified", "A queue is *full*."),
  "maintenance-planned": planMaintenance,
  "notice-posted": postNotice,
  "notice-edited": editNotice,
  "service-down": serviceDown("Down"),
  "webhook-test": testWebhook,
  "member-invited": inviteMember,
  "password-forgotten": forgetPassword,
};

/** Those after the pages were read with everything under way. */
export const AFTER_READING: Record<string, Step> = {
  "service-up": serviceDown("Up"),
  "incident-resolved": update("resolved", "All is well."),
  "postmortem-written": writePostmortem,
  "maintenance-soon": wait(80),
  "maintenance-begins": wait(30),
  "maintenance-ends": wait(60),
};

export const AT_THE_END: Record<string, Step> = { removed: remove };
