import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { invalid } from "#lib/errors.ts";
import { listKnownIntegrationIds } from "#lib/integrations/queries.ts";

export async function checkIntegration(
  trx: Trx,
  grant: PageGrant,
  integrationId: number | null | undefined,
): Promise<void> {
  if (integrationId === null || integrationId === undefined) return;
  const known = await listKnownIntegrationIds(trx, grant, [integrationId]);
  if (known.length === 0) throw invalid({ integration_id: [{ code: "unknown" }] });
}
