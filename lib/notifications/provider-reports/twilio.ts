import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  Callback,
  CallbackReader,
  ProviderReport,
  Secrets,
} from "#lib/notifications/provider-reports/report.ts";

const STOP = /^(STOP|STOPALL|UNSUBSCRIBE|CANCEL|END|QUIT|REVOKE|OPTOUT)$/;
const START = /^(START|UNSTOP|YES)$/;
// An unknown number and a landline; 21610 means that the subscriber replied STOP.
const DEAD: Record<string, string> = { "30005": "unknown number", "30006": "landline" };
const STOPPED = "21610";

/** Twilio signs the URL and the form's fields in order of their names. */
export function twilioSignature(url: string, body: string, token: string): Buffer {
  const fields = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = url + fields.map(([name, value]) => name + value).join("");
  return createHmac("sha1", token).update(signed, "utf8").digest();
}

/** Twilio signs with the account's auth token: `password` when an API key sends. */
function isGenuine({ url, headers, body }: Callback, { key, password }: Secrets): boolean {
  const token = password ?? key;
  if (!token) return false;
  const given = Buffer.from(headers.get("x-twilio-signature") ?? "", "base64");
  const known = twilioSignature(url, body, token);
  return given.length === known.length && timingSafeEqual(given, known);
}

/** Only the first word counts, as carriers do it. */
function replied(form: URLSearchParams): ProviderReport[] {
  const address = form.get("From") ?? "";
  const word = (form.get("OptOutType") ?? form.get("Body") ?? "").trim().toUpperCase();
  if (STOP.test(word))
    return [{ type: "sms", address, status: "unsubscribed", reason: "replied STOP" }];
  if (START.test(word))
    return [{ type: "sms", address, status: "resubscribed", reason: "replied START" }];
  return [];
}

function read(body: string): ProviderReport[] {
  const form = new URLSearchParams(body);
  const status = form.get("MessageStatus");
  if (status === null || status === "received") return replied(form);
  const [code, address] = [form.get("ErrorCode") ?? "", form.get("To") ?? ""];
  if (code === STOPPED)
    return [{ type: "sms", address, status: "unsubscribed", reason: "replied STOP" }];
  const reason = DEAD[code];
  return reason ? [{ type: "sms", address, status: "bounced", reason: `${code} ${reason}` }] : [];
}

export const twilio: CallbackReader = { isGenuine, read };
