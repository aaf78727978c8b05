import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export type Message = { id: string; body: string };

function signatureBy(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/**
 * Signature headers of Standard Webhooks 1.0.0: one signature per secret, separated by spaces.
 * @param timestamp_s Unix seconds of the attempt
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: Message,
  timestamp_s: number,
): Record<string, string> {
  const content = `${id}.${timestamp_s}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp_s),
    "webhook-signature": secrets.map((secret) => signatureBy(secret, content)).join(" "),
  };
}
