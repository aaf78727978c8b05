import { createHmac, timingSafeEqual } from "node:crypto";
import type { Callback, Reader, Secrets, Told } from "#lib/notifications/provider-reports/told.ts";

const STOP = /^(STOP|STOPALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT)$/;
const START = /^(START|UNSTOP|YES)$/;
// An unknown number, a landline, and one that replied STOP.
const DEAD: Record<string, string> = { "30005": "unknown number", "30006": "landline" };
const STOPPED = "21610";

/** What Twilio signs: the address, and the fields of the form in the order of their names. */
export function twilioSignature(url: string, body: string, token: string): Buffer {
  const fields = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = url + fields.map(([name, value]) => name + value).join("");
  return createHmac("sha1", token).update(signed, "utf8").digest();
}

/** An account's own token signs; where an API key sends, the token stands in `password`. */
function isGenuine({ url, headers, body }: Callback, { key, password }: Secrets): boolean {
  const token = password ?? key;
  if (!token) return false;
  const given = Buffer.from(headers.get("x-twilio-signature") ?? "", "base64");
  const known = twilioSignature(url, body, token);
  return given.length === known.length && timingSafeEqual(given, known);
}

/** A reply: only the first word counts, as for the carriers. */
function replied(form: URLSearchParams): Told[] {
  const address = form.get("From") ?? "";
  const word = (form.get("OptOutType") ?? form.get("Body") ?? "").trim().toUpperCase();
  if (STOP.test(word)) return [{ type: "sms", address, news: "unwanted", reason: "replied STOP" }];
  if (START.test(word)) return [{ type: "sms", address, news: "wanted", reason: "replied START" }];
  return [];
}

function read(body: string): Told[] {
  const form = new URLSearchParams(body);
  const status = form.get("MessageStatus");
  if (status === null || status === "received") return replied(form);
  const [code, address] = [form.get("ErrorCode") ?? "", form.get("To") ?? ""];
  if (code === STOPPED) return [{ type: "sms", address, news: "unwanted", reason: "replied STOP" }];
  const reason = DEAD[code];
  return reason ? [{ type: "sms", address, news: "dead", reason: `${code} ${reason}` }] : [];
}

export const twilio: Reader = { isGenuine, read };
