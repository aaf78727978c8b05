import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type Callback,
  type CallbackReader,
  fieldIn,
  isOfAddress,
  jsonIn,
  type ProviderReport,
  type Secrets,
  textIn,
} from "#lib/notifications/provider-reports/report.ts";

// Mailgun retries for eight hours with the first signature.
const OLDEST_S = 12 * 3_600;
const AHEAD_S = 300;

/** Mailgun signs with its own webhook signing key, not the API key. */
function isGenuine({ body }: Callback, { password }: Secrets, now: Date): boolean {
  const signed = fieldIn(jsonIn(body), "signature");
  const [timestamp, token] = [textIn(signed, "timestamp"), textIn(signed, "token")];
  const age_s = now.getTime() / 1_000 - Number(timestamp);
  if (!password || !(age_s < OLDEST_S && age_s > -AHEAD_S)) return false;
  const given = Buffer.from(textIn(signed, "signature"), "hex");
  const known = createHmac("sha256", password)
    .update(timestamp + token)
    .digest();
  return given.length === known.length && timingSafeEqual(given, known);
}

function read(body: string): ProviderReport[] {
  const event = fieldIn(jsonIn(body), "event-data");
  const address = textIn(event, "recipient");
  const report = { type: "email" as const, address };
  if (address === "") return [];
  const happened = textIn(event, "event");
  if (happened === "complained")
    return [{ ...report, status: "unsubscribed", reason: "marked as spam" }];
  if (happened === "unsubscribed")
    return [{ ...report, status: "unsubscribed", reason: "unsubscribed" }];
  if (happened !== "failed" || textIn(event, "severity") !== "permanent") return [];
  const status = fieldIn(event, "delivery-status");
  const said = textIn(status, "message") || textIn(status, "description");
  const answer = `${textIn(status, "code")} ${said}`;
  // Mailgun suppresses addresses that bounced before.
  const isDead = textIn(event, "reason") === "suppress-bounce" || isOfAddress(answer);
  return isDead ? [{ ...report, status: "bounced", reason: `bounced: ${answer}` }] : [];
}

export const mailgun: CallbackReader = { isGenuine, read };
