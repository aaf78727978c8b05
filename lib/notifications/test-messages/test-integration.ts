import { z } from "zod";
import type { Channel, Sender } from "#lib/channels/channel.ts";
import { SMS } from "#lib/channels/channels.ts";
import { senderOf } from "#lib/channels/email/route.ts";
import { errorOf } from "#lib/channels/provider-call.ts";
import { verifyAccount } from "#lib/channels/social.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import { plainText } from "#lib/core/fields/text.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { sampleContent, testedBy } from "#lib/notifications/test-messages/story.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import {
  getIntegrationRow,
  type IntegrationRow,
  updateIntegrationRow,
} from "#lib/pages/integrations/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import {
  readLanguages,
  serverOf,
  TranslationError,
  translateAll,
} from "#lib/site/translations/libretranslate.ts";

const MAX_NUMBER = 20;

/** Where a test of SMS goes. */
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

/** Has one word translated into whatever the server speaks. */
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

async function attempt(
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
  const recipient = testedBy(address);
  const message = channel.render(await sampleContent(ctx.db, grant, t), recipient);
  const [verdict] = await channel.send([{ recipient, message }], { sender });
  return verdict ? errorOf(verdict) : "no answer";
}

/**
 * Sends a message that only says that it is a test by an integration, switched on or not, and notes
 * on it what came of that. A social account is only asked whether it is ours.
 * @param t the texts of who tests
 * @returns why it failed; null: it did not
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
  const last_error = await attempt(ctx, grant, row, input, t);
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
