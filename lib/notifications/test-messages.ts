import { z } from "zod";
import type { Db } from "#db/index.ts";
import type { Channel, NotificationContent, Recipient, Sender } from "#lib/channels/channel.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { verifyAccount } from "#lib/channels/mastodon.ts";
import { DIRECT, SMS } from "#lib/channels/registry.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { newMessageId } from "#lib/core/events/event.ts";
import { plainText } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { TEST_EVENT } from "#lib/notifications/webhooks/schema.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import {
  getIntegrationRow,
  type IntegrationRow,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { languageOf, type Translate } from "#lib/platform/i18n/translator.ts";
import { errorOf } from "#lib/platform/verdict.ts";
import {
  readLanguages,
  serverOf,
  TranslationError,
  translateAll,
} from "#lib/site/translations/libretranslate.ts";
import { getSubscriptionRow, type SubscriptionRow } from "#lib/subscribers/queries.ts";
import type { SubscriptionTarget } from "#lib/subscribers/read.ts";

function composeContent(
  page: StatusPageRow,
  address: Addressed,
  t: Translate,
): NotificationContent {
  const locale = languageOf(t);
  const { date_format, time_format, ...settings } = parseSettings(page.settings);
  const now = wireNow();
  const url = pageUrl(address);
  const colors = {
    ok: settings.status_ok_color,
    minor: settings.status_minor_color,
    major: settings.status_major_color,
    scheduled: settings.status_maintenance_color,
  };
  const { name, time_zone: zone } = page;
  return {
    event_id: newMessageId(),
    subject: "test",
    kind: "notice",
    page: { name, url, locale, zone, date_format, time_format, colors },
    title: t("admin_integrations.test.title"),
    type: null,
    state: t("admin_integrations.test.state"),
    severity: null,
    is_over: false,
    starts_at: now,
    ends_at: null,
    plan: null,
    posted_at: now,
    text: t("admin_integrations.test.text", { name }),
    services: [],
    url,
    payload: JSON.stringify({ event: TEST_EVENT, data: { object: { type: "test", url } } }),
  };
}

export async function sampleContent(
  db: Db,
  grant: PageGrant,
  t: Translate,
): Promise<NotificationContent> {
  return composeContent(await getStatusPageRow(db, grant), grant, t);
}

export function testRecipient(address: string, secret: string | null = null): Recipient {
  const links = { manage_url: null, unsubscribe_url: null };
  return { address, secret, ...links, isThreaded: false, earlier: null };
}

const MAX_NUMBER = 20;

export const TestIntegration = z.object({ phone_number: plainText(MAX_NUMBER) });
type TestIntegration = Partial<z.infer<typeof TestIntegration>>;

type Sending = { channel: Channel<object>; address: string };

function byText(name: string, phone_number: string | undefined): Sending {
  const channel = SMS[name];
  if (!channel) throw invalid({ base: [{ code: "not_offered" }] });
  const number = (phone_number ?? "").replace(/[\s()./-]/g, "");
  if (number === "") throw invalid({ phone_number: [{ code: "blank" }] });
  if (!/^\+\d{6,19}$/.test(number)) throw invalid({ phone_number: [{ code: "invalid" }] });
  return { channel, address: number };
}

async function verifyTranslator({ domain, key }: Sender): Promise<string | null> {
  const server = serverOf(domain, key);
  try {
    const [first] = await readLanguages(server);
    const source = first?.code ?? "en";
    const target = first?.targets?.find((code) => code !== source) ?? source;
    await translateAll(server, ["Hello"], { source, target });
    return null;
  } catch (error) {
    if (error instanceof TranslationError) return error.message;
    throw error;
  }
}

async function sendByIntegration(
  ctx: Context,
  grant: PageGrant,
  row: IntegrationRow,
  input: TestIntegration,
  t: Translate,
): Promise<string | null> {
  const sender = senderOf(row);
  if (row.name === "translate") return verifyTranslator(sender);
  if (row.name === "social") return errorOf(await verifyAccount({ sender }));
  const { channel, address } = byText(row.name, input.phone_number ?? undefined);
  const recipient = testRecipient(address);
  const message = channel.render(await sampleContent(ctx.db, grant, t), recipient);
  const [verdict] = await channel.send([{ recipient, message }], { sender });
  return verdict ? errorOf(verdict) : "no answer";
}

/**
 * Sends a test message by an integration, enabled or not, and records the result. Only checks the
 * credentials of a social account.
 * @param t the tester's texts
 * @returns the failure; null: success
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function testIntegration(
  ctx: Context,
  target: IntegrationTarget,
  input: TestIntegration,
  t: Translate,
): Promise<string | null> {
  const grant = await authorize(ctx, "integration.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const last_error = await sendByIntegration(ctx, grant, row, input, t);
  return changeRecords(ctx, grant, async (trx) => {
    const checked = { checked_at: wireNow(), last_error, fields: {}, settings: {} };
    await updateIntegrationRow(trx, grant, row.id, checked);
    return {
      result: last_error,
      audit: {
        action: "integration.test",
        subject_id: row.id,
        changes: { delivered: last_error === null },
      },
      events: [],
    };
  });
}

async function sendToSubscription(
  channel: (typeof DIRECT)[keyof typeof DIRECT],
  { webhook_url, secret_sealed }: SubscriptionRow,
  content: Awaited<ReturnType<typeof sampleContent>>,
): Promise<string | null> {
  const secret = secret_sealed && unsealIfOurs(secret_sealed);
  if (webhook_url === null || (secret_sealed && secret === null))
    return "Its address or secret was encrypted under an APP_SECRET that is lost";
  const recipient = testRecipient(webhook_url, secret);
  const message = channel.render(content, recipient);
  const [verdict] = await channel.send([{ recipient, message }], { sender: null });
  return verdict ? errorOf(verdict) : "no answer";
}

/**
 * Sends a test message to a chat or webhook.
 * @param t the tester's texts
 * @returns the failure; null: delivered
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for a channel with an integration
 */
export async function testSubscription(
  ctx: Context,
  target: SubscriptionTarget,
  t: Translate,
): Promise<string | null> {
  const grant = await authorize(ctx, "subscription.write", target);
  const row = await getSubscriptionRow(ctx.db, grant, target.subscription_id);
  const channel = row.type in DIRECT ? DIRECT[row.type as keyof typeof DIRECT] : null;
  if (!channel) throw invalid({ type: [{ code: "not_offered" }] });
  const { id } = row;
  const error = await sendToSubscription(channel, row, await sampleContent(ctx.db, grant, t));
  return changeRecords(ctx, grant, async () => ({
    result: error,
    audit: { action: "subscription.test", subject_id: id, changes: { delivered: error === null } },
    events: [],
  }));
}
