import type { Sender } from "#lib/channels/channel.ts";
import { callbackUrl } from "#lib/pages/integrations/callback-url.ts";
import type { IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { serializeIntegration } from "#lib/pages/integrations/serialize.ts";

/** An integration as what messages leave by, with its secrets open. */
export function senderOf(row: IntegrationRow): Sender {
  const { id, user, username, phone_number, domain, region } = serializeIntegration(row);
  const callback_url = callbackUrl(id);
  return { id, user, username, phone_number, domain, region, callback_url, ...openSecrets(row) };
}
