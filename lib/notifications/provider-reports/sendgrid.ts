import { createPublicKey, verify } from "node:crypto";
import {
  type Callback,
  type CallbackReader,
  isOfAddress,
  jsonIn,
  type ProviderReport,
  type Secrets,
  textIn,
} from "#lib/notifications/provider-reports/report.ts";

const NAME = "x-twilio-email-event-webhook";
// SendGrid retries for a day.
const OLDEST_S = 25 * 3_600;
const AHEAD_S = 300;

/** ECDSA over timestamp and raw body, by the public key from SendGrid's settings. */
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
    // The key is missing or of another kind.
    return false;
  }
}

const UNWANTED: Record<string, string> = {
  spamreport: "marked as spam",
  unsubscribe: "unsubscribed",
};
const DROPPED_DEAD = /^(Bounced Address|Invalid)/i;
const DROPPED_UNWANTED = /^(Spam Reporting Address|Unsubscribed Address)/i;

function reportsIn(event: unknown): ProviderReport[] {
  const address = textIn(event, "email");
  const report = { type: "email" as const, address };
  if (address === "") return [];
  const [happened, said] = [textIn(event, "event"), textIn(event, "reason")];
  const unwanted = UNWANTED[happened];
  if (unwanted) return [{ ...report, status: "unsubscribed", reason: unwanted }];
  // Blocked is temporary: a full mailbox, or a server that refuses the network.
  const isBounce = happened === "bounce" && textIn(event, "type") !== "blocked";
  if (isBounce && isOfAddress(`${textIn(event, "status")} ${said}`))
    return [{ ...report, status: "bounced", reason: `bounced: ${said}` }];
  if (happened !== "dropped") return [];
  if (DROPPED_UNWANTED.test(said)) return [{ ...report, status: "unsubscribed", reason: said }];
  return DROPPED_DEAD.test(said) ? [{ ...report, status: "bounced", reason: said }] : [];
}

function read(body: string): ProviderReport[] {
  const events = jsonIn(body);
  return Array.isArray(events) ? events.flatMap(reportsIn) : [];
}

export const sendgrid: CallbackReader = { isGenuine, read };
