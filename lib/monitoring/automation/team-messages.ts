import type { NotificationContent, Recipient } from "#lib/channels/channel.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { slack } from "#lib/channels/slack.ts";
import { authorizeJob, type PageGrant } from "#lib/core/access/authorize.ts";
import type { DueMessage } from "#lib/core/outbox/messages.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { PUBLICATIONS } from "#lib/monitoring/automation/notify-team.ts";
import { explainReason } from "#lib/monitoring/checks/reasons.ts";
import { teamEmail } from "#lib/pages/emails/send.ts";
import { serializeIntegration } from "#lib/pages/integrations/integrations.ts";
import {
  type IntegrationRow,
  listIntegrationRows,
  recordHealth,
} from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { DAY_SECONDS, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { adminLocale } from "#lib/platform/i18n/negotiation.ts";
import { type Locale, type Translate, translator } from "#lib/platform/i18n/translator.ts";
import { errorOf, outcomeOf, type Verdict } from "#lib/platform/verdict.ts";
import { findServiceName } from "#lib/services/queries.ts";
import { formats } from "#lib/site/words/format.ts";

function nowUrl({ subdomain }: Pick<PageGrant, "subdomain">): string {
  return `${env().APP_URL}/pages/${subdomain}/now`;
}

export const sendVerdictEmail = teamEmail(async ({ ctx, t, grant, page, params, locale }) => {
  const name = await findServiceName(ctx.db, grant, Number(params.service_id));
  if (!name) return null;
  const { heading, paragraphs } = composeTeamMessage(params, name, page, locale);
  const why =
    params.why === "team"
      ? t("admin_automation.letter.why_team", { name: page.name })
      : t("admin_automation.letter.why", { name });
  return {
    subject: heading,
    heading,
    paragraphs,
    button: { label: t("admin_automation.letter.button"), url: nowUrl(grant) },
    notes: [why],
  };
});

type Params = Record<string, string>;

/** Empty when the reason has no text. */
function becauseOf(t: Translate, reason = "", detail = ""): string {
  const why = explainReason(t, reason, detail);
  return why === null ? "" : t("admin_automation.letter.because", { reason: why });
}

function certificateOf(since: string, name: string, page: StatusPageRow, locale: Locale) {
  const t = translator(locale);
  const f = formats(locale, page.time_zone, parseSettings(page.settings), wireNow());
  const days = Math.max(0, Math.ceil(secondsBetween(wireNow(), since) / DAY_SECONDS));
  return {
    heading: t("admin_automation.certificate.subject", { name, days }),
    paragraphs: [t("admin_automation.certificate.text", { name, time: f.dateTime(since) })],
  };
}

function composeTeamMessage(
  { since = "", down_at, publish_at, reason, detail, publication, state }: Params,
  name: string,
  page: StatusPageRow,
  locale: Locale,
): { heading: string; paragraphs: string[] } {
  if (state === "certificate") return certificateOf(since, name, page, locale);
  const t = translator(locale);
  const f = formats(locale, page.time_zone, parseSettings(page.settings), wireNow());
  const isDown = state === "down";
  const duration = f.duration(down_at ? Math.max(0, secondsBetween(down_at, since)) : 0);
  const published = PUBLICATIONS.find((known) => known === publication);
  const time = f.dateTime(since);
  const paragraphs = [
    isDown
      ? t("admin_automation.letter.since", { name, time })
      : t("admin_automation.letter.for", { name, time, duration }),
    isDown ? becauseOf(t, reason, detail) : "",
    published
      ? t(`admin_automation.letter.${published}`, { time: publish_at ? f.time(publish_at) : "" })
      : "",
  ];
  const heading = t(`admin_automation.letter.${isDown ? "down" : "up"}`, { name });
  return { heading, paragraphs: paragraphs.filter((text) => text !== "") };
}

const NEEDLESS: Outcome = { outcome: "needless" };
const HOOK = /^https?:\/\//;

/** An incoming webhook, or a channel with a bot token. */
function recipientOf(row: IntegrationRow): Recipient | null {
  const { key } = senderOf(row);
  const { url } = serializeIntegration(row).settings;
  const hook = [url, key].find((text) => text && HOOK.test(text));
  if (!hook && !key) return null;
  const links = { manage_url: null, unsubscribe_url: null };
  return {
    address: hook ?? "",
    secret: hook ? null : key,
    ...links,
    isThreaded: false,
    earlier: null,
  };
}

type ChatText = { event_id: string; name: string; text: string; isDown: boolean; locale: string };

function chatMessageOf(page: StatusPageRow, grant: PageGrant, said: ChatText): NotificationContent {
  const settings = parseSettings(page.settings);
  const { name, time_zone: zone } = page;
  const { date_format, time_format } = settings;
  const colors = {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
  const now = wireNow();
  const url = nowUrl(grant);
  return {
    event_id: said.event_id,
    subject: "monitoring",
    kind: "incident",
    page: { name, url, locale: said.locale, zone, date_format, time_format, colors },
    title: said.name,
    type: null,
    state: translator(said.locale)(`public.state.${said.isDown ? "major" : "none"}`),
    severity: said.isDown ? "major" : null,
    is_over: !said.isDown,
    starts_at: now,
    ends_at: null,
    plan: null,
    posted_at: now,
    text: said.text,
    services: [],
    url,
    payload: "",
  };
}

async function saveHealth(
  ctx: Context,
  grant: PageGrant,
  id: number,
  verdict: Verdict,
): Promise<void> {
  const last_error = verdict.outcome === "delivered" ? null : errorOf(verdict);
  await changeRecords(ctx, grant, async (trx) => {
    await recordHealth(trx, grant, id, { checked_at: wireNow(), last_error });
    return { result: undefined, audit: null, events: [] };
  });
}

export async function sendVerdictChat(ctx: Context, message: DueMessage): Promise<Outcome> {
  const { params, status_page_id, message_id } = message;
  const grant = status_page_id === null ? undefined : await authorizeJob(ctx, status_page_id);
  const name = grant && (await findServiceName(ctx.db, grant, Number(params.service_id)));
  if (!grant || !name) return NEEDLESS;
  const rows = await listIntegrationRows(ctx.db, grant);
  const row = rows.find(({ id }) => id === Number(params.integration_id));
  const recipient = row && recipientOf(row);
  if (!recipient) return NEEDLESS;
  const page = await getStatusPageRow(ctx.db, grant);
  const { default_language } = parseSettings(page.settings);
  const locale = adminLocale(default_language);
  const { paragraphs } = composeTeamMessage(params, name, page, locale);
  const isDown = params.state === "down";
  const said = { event_id: message_id, name, text: paragraphs.join("\n\n"), isDown, locale };
  const rendered = slack.render(chatMessageOf(page, grant, said), recipient);
  const [verdict] = await slack.send([{ recipient, message: rendered }], {
    sender: senderOf(row),
  });
  if (verdict) await saveHealth(ctx, grant, row.id, verdict);
  const outcome = outcomeOf(verdict);
  return outcome.outcome === "delivered" ? { ...outcome, channel: "webhook" } : outcome;
}
