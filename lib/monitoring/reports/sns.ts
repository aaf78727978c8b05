import { createVerify, X509Certificate } from "node:crypto";
import {
  type Interpretation,
  notUnderstood,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import type { SnsMessage } from "#lib/monitoring/reports/sns-message.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { providerUrl } from "#lib/platform/http/provider-calls.ts";

const HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?$/;
const SIGNED = [
  ...["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
] as const;
const ALGORITHMS = new Map([
  ["1", "RSA-SHA1"],
  ["2", "RSA-SHA256"],
]);
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;

/** Whether Amazon SNS is at the address; nobody else may make this server call. */
function isSnsUrl(text: string | undefined): text is string {
  if (text === undefined || !URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === "https:" && HOST.test(host) && username === "" && password === "";
}

async function get(url: string): Promise<Buffer | null> {
  const request = { method: "GET", timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES };
  const { status, body } = await callHttp(providerUrl(url), request);
  return status === 200 ? body : null;
}

/** For a `SubscriptionConfirmation`; a notification is signed over other fields. */
async function isSigned(message: SnsMessage): Promise<boolean> {
  const { SigningCertURL: url, SignatureVersion = "", Signature = "" } = message;
  const algorithm = ALGORITHMS.get(SignatureVersion);
  if (!algorithm || !isSnsUrl(url) || !new URL(url).pathname.endsWith(".pem")) return false;
  const pem = await get(url);
  if (!pem) return false;
  const text = SIGNED.map((name) => `${name}\n${message[name] ?? ""}\n`).join("");
  try {
    const { publicKey } = new X509Certificate(pem);
    return createVerify(algorithm).update(text).verify(publicKey, Signature, "base64");
  } catch {
    return false;
  }
}

/** Confirms a subscription that SNS has signed; that it ended says nothing. */
export async function answerSubscription(message: SnsMessage): Promise<Interpretation> {
  const { Type, SubscribeURL, TopicArn } = message;
  if (Type === "UnsubscribeConfirmation") return notUnderstood("neither_state", Type);
  const isGenuine = async () => isSnsUrl(SubscribeURL) && (await isSigned(message));
  if (!(await isGenuine().catch(() => false))) return notUnderstood("bad_signature", TopicArn);
  const answer = await get(SubscribeURL ?? "").catch(() => null);
  return answer ? understoodAs("test", TopicArn) : notUnderstood("not_confirmed", TopicArn);
}
