import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export type Message = { id: string; body: string };

/** Signature headers of Standard Webhooks 1.0.0. @param timestamp_s Unix seconds of the attempt */
export function signedHeaders(
  secret: string,
  { id, body }: Message,
  timestamp_s: number,
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key)
    .update(`${id}.${timestamp_s}.${body}`)
    .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp_s),
    "webhook-signature": `v1,${signature}`,
  };
}
