import type { UpdateWebhook } from "#lib/notifications/webhooks/schema.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { namesRefusedTarget } from "#lib/platform/http/http.ts";

/**
 * @throws {AppError} `invalid` for an address that no attempt would be made at; what a name
 * resolves to shows at the attempt
 */
export function checkUrl(url: string | undefined): void {
  if (url !== undefined && namesRefusedTarget(url))
    throw invalid({ url: [{ code: "private_target" }] });
}

/** What the audit log keeps: addresses of webhooks often hold a secret, so only the host. */
export function auditable({ url, ...fields }: Partial<UpdateWebhook>): object {
  return { ...fields, ...(url && { host: new URL(url).host }) };
}
