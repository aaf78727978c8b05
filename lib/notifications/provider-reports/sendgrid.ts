import { createPublicKey, verify } from "node:crypto";
import {
  type Callback,
  isOfAddress,
  jsonIn,
  type Reader,
  type Secrets,
  type Told,
  textIn,
} from "#lib/notifications/provider-reports/told.ts";

const NAME = "x-twilio-email-event-webhook";
// SendGrid tries again for a day.
const OLDEST_S = 25 * 3_600;
const AHEAD_S = 300;

/** ECDSA over the time and the body as it came, by the public key that its settings show. */
function isGenuine({ headers, body }: Callback, { password }: Secrets, now: Date): boolean {
  const timestamp = headers.get(`${NAME}-timestamp`) ?? "";
  const age_s = now.getTime() / 1_000 - Number(timestamp);
  if (!password || !(age_s < OLDEST_S && age_s > -AHEAD_S)) return false;
  try {
    const der = Buffer.from(password, "base64");
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    const signature = Buffer.from(headers.get(`${NAME}-signature`) ?? "", "base64");
    return verify("sha256", Buffer.from(timestamp + body), key, signature);
  } catch {
    // No key, or one of another kind.
    return false;
  }
}

const UNWANTED: Record<string, string> = {
  spamreport: "marked as spam",
  unsubscribe: "unsubscribed",
};
const DROPPED_DEAD = /^(Bounced Address|Invalid)/i;
const DROPPED_UNWANTED = /^(Spam Reporting Address|Unsubscribed Address)/i;

function toldBy(event: unknown): Told[] {
  const address = textIn(event, "email");
  const told = { type: "email" as const, address };
  if (address === "") return [];
  const [happened, said] = [textIn(event, "event"), textIn(event, "reason")];
  const unwanted = UNWANTED[happened];
  if (unwanted) return [{ ...told, news: "unwanted", reason: unwanted }];
  // Blocked is for now: a full mailbox, a server that takes nothing from that network.
  const isBounce = happened === "bounce" && textIn(event, "type") !== "blocked";
  if (isBounce && isOfAddress(`${textIn(event, "status")} ${said}`))
    return [{ ...told, news: "dead", reason: `bounced: ${said}` }];
  if (happened !== "dropped") return [];
  if (DROPPED_UNWANTED.test(said)) return [{ ...told, news: "unwanted", reason: said }];
  return DROPPED_DEAD.test(said) ? [{ ...told, news: "dead", reason: said }] : [];
}

function read(body: string): Told[] {
  const events = jsonIn(body);
  return Array.isArray(events) ? events.flatMap(toldBy) : [];
}

export const sendgrid: Reader = { isGenuine, read };
