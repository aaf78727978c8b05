import { createHmac, timingSafeEqual } from "node:crypto";
import {
  type Callback,
  fieldIn,
  isOfAddress,
  jsonIn,
  type Reader,
  type Secrets,
  type Told,
  textIn,
} from "#lib/notifications/provider-reports/told.ts";

// Mailgun tries again for eight hours, with the signature of the first time.
const OLDEST_S = 12 * 3_600;
const AHEAD_S = 300;

/** Signed with the account's webhook signing key, which is another than its API key. */
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

function read(body: string): Told[] {
  const event = fieldIn(jsonIn(body), "event-data");
  const address = textIn(event, "recipient");
  const told = { type: "email" as const, address };
  if (address === "") return [];
  const happened = textIn(event, "event");
  if (happened === "complained") return [{ ...told, news: "unwanted", reason: "marked as spam" }];
  if (happened === "unsubscribed") return [{ ...told, news: "unwanted", reason: "unsubscribed" }];
  if (happened !== "failed" || textIn(event, "severity") !== "permanent") return [];
  const status = fieldIn(event, "delivery-status");
  const said = textIn(status, "message") || textIn(status, "description");
  const answer = `${textIn(status, "code")} ${said}`;
  // Mailgun itself no longer sends where mail bounced before.
  const isDead = textIn(event, "reason") === "suppress-bounce" || isOfAddress(answer);
  return isDead ? [{ ...told, news: "dead", reason: `bounced: ${answer}` }] : [];
}

export const mailgun: Reader = { isGenuine, read };
