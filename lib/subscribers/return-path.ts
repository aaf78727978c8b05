import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/platform/config/env.ts";

/** Whom a mail was sent to, and about which event; null: it asked them to confirm. */
export type Returned = {
  status_page_id: number;
  subscription_id: number;
  event_id: number | null;
};

const MARK_BYTES = 10;
const ID = "([0-9a-z]{1,11})";
const LOCAL = new RegExp(`^bounces\\+${ID}-${ID}-${ID}-([0-9a-f]{20})$`);

function markOf(ids: string): Buffer {
  const mark = createHmac("sha256", env().APP_SECRET ?? "").update(`return path of ${ids}`);
  return mark.digest().subarray(0, MARK_BYTES);
}

/** The envelope sender of a mail that may come back; null: mail of this domain is not received. */
export function returnPathOf({
  status_page_id,
  subscription_id,
  event_id,
}: Returned): string | null {
  const { RETURN_PATH_DOMAIN: domain } = env();
  if (domain === null) return null;
  const ids = [status_page_id, subscription_id, event_id ?? 0].map((id) => id.toString(36));
  return `bounces+${ids.join("-")}-${markOf(ids.join("-")).toString("hex")}@${domain}`;
}

/** null: not one of our return paths. */
export function readReturnPath(address: string): Returned | null {
  const [local = "", domain = ""] = address.trim().toLowerCase().replace(/^<|>$/g, "").split("@");
  const [, page = "", subscription = "", event = "", mark = ""] = LOCAL.exec(local) ?? [];
  if (mark === "" || domain !== env().RETURN_PATH_DOMAIN?.toLowerCase()) return null;
  const known = markOf([page, subscription, event].join("-"));
  if (!timingSafeEqual(Buffer.from(mark, "hex"), known)) return null;
  const [status_page_id = 0, subscription_id = 0, event_id = 0] = [page, subscription, event].map(
    (id) => Number.parseInt(id, 36),
  );
  return { status_page_id, subscription_id, event_id: event_id || null };
}
