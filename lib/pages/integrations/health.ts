import { createHmac, timingSafeEqual } from "node:crypto";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import { getIntegrationRow, listIntegrationRows } from "#lib/pages/integrations/queries.ts";
import { env } from "#lib/platform/config/env.ts";

const MARK_BYTES = 16;

function markOf(integrationId: number): Buffer {
  const secret = env().APP_SECRET ?? "";
  const mark = createHmac("sha256", secret).update(`callbacks of integration ${integrationId}`);
  return mark.digest().subarray(0, MARK_BYTES);
}

/** The unguessable address for a provider's delivery reports. */
export function callbackUrl(integrationId: number): string {
  const mark = markOf(integrationId).toString("base64url");
  return `${env().APP_URL}/api/callbacks/${integrationId}-${mark}`;
}

/** null: the token is invalid. */
export function integrationOfToken(token: string): number | null {
  const [, id = "", mark = ""] = /^([1-9]\d{0,15})-([\w-]{22})$/.exec(token) ?? [];
  const given = Buffer.from(mark, "base64url");
  const known = markOf(Number(id));
  return given.length === known.length && timingSafeEqual(given, known) ? Number(id) : null;
}

const CALLING_BACK = ["twilio", "mailgun", "sendgrid"];

type Health = {
  /** Wire time; null: never tried. */
  checked_at: string | null;
  /** The provider's refusal, in English. */
  last_error: string | null;
  /** The address for delivery reports; null: the provider sends none. */
  callback_url: string | null;
  has_password: boolean;
};

/** @throws {AppError} `not_found`, `forbidden` */
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

/** By integration id. @throws {AppError} `not_found`, `forbidden` */
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
