import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

const MARK_BYTES = 16;

function markOf(integrationId: number): Buffer {
  const secret = env().APP_SECRET ?? "";
  const mark = createHmac("sha256", secret).update(`callbacks of integration ${integrationId}`);
  return mark.digest().subarray(0, MARK_BYTES);
}

/** Where a provider tells an integration what became of its messages. Nobody can guess it. */
export function callbackUrl(integrationId: number): string {
  const mark = markOf(integrationId).toString("base64url");
  return `${env().APP_URL}/api/callbacks/${integrationId}-${mark}`;
}

/** The integration that a token of such an address is of; null: none. */
export function integrationOfToken(token: string): number | null {
  const [, id = "", mark = ""] = /^([1-9]\d{0,15})-([\w-]{22})$/.exec(token) ?? [];
  const given = Buffer.from(mark, "base64url");
  const known = markOf(Number(id));
  return given.length === known.length && timingSafeEqual(given, known) ? Number(id) : null;
}
