import type { IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { Integration } from "#lib/pages/integrations/schema.ts";

const NOTHING = {
  user: null,
  phone_number: null,
  domain: null,
  email_from_address: null,
  relay: null,
  username: null,
  port: null,
  region: null,
};

export function serializeIntegration({
  id,
  name,
  key_hint,
  fields,
  settings,
}: IntegrationRow): Integration {
  return Integration.parse({
    id,
    name,
    ...NOTHING,
    ...(fields as object),
    key: key_hint,
    settings: { __type__: name, enabled: false, api_key_type: null, ...(settings as object) },
  });
}
