import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { callbackUrl } from "#lib/pages/integrations/callback-url.ts";
import { getIntegrationRow, listIntegrationRows } from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";

const CALLING_BACK = ["twilio", "mailgun", "sendgrid"];

type Health = {
  /** Wire time; null: it was never tried. */
  checked_at: string | null;
  /** What the provider had against it, in a few words of English. */
  last_error: string | null;
  /** Where its provider can tell what became of messages; null: it tells nobody. */
  callback_url: string | null;
  has_password: boolean;
};

/** How an integration is. @throws {AppError} `not_found`, `forbidden` */
export async function getIntegrationHealth(
  ctx: Context,
  target: IntegrationTarget,
): Promise<Health> {
  const grant = await authorize(ctx, "integration.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const { id, name, checked_at, last_error, password_sealed } = row;
  const callback_url = CALLING_BACK.includes(name) ? callbackUrl(id) : null;
  return { checked_at, last_error, callback_url, has_password: password_sealed !== null };
}

/** What came of the last tries, by integration. @throws {AppError} `not_found`, `forbidden` */
export async function listIntegrationHealth(
  ctx: Context,
  target: PageTarget,
): Promise<Map<number, Pick<Health, "checked_at" | "last_error">>> {
  const grant = await authorize(ctx, "page.read", target);
  const rows = await listIntegrationRows(ctx.db, grant);
  return new Map(
    rows.map(({ id, checked_at, last_error }) => [id, { checked_at, last_error }] as const),
  );
}
