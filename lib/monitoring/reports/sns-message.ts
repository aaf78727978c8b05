import { z } from "zod";

const SnsMessage = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"]),
  MessageId: z.string(),
  TopicArn: z.string().regex(/^arn:aws[a-z-]*:sns:/),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.string().nullish(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.string().optional(),
  Signature: z.string().optional(),
  SigningCertURL: z.string().optional(),
});
export type SnsMessage = z.output<typeof SnsMessage>;

/** The envelope of Amazon SNS; undefined: it is none. */
export function openEnvelope(json: unknown): SnsMessage | undefined {
  return SnsMessage.safeParse(json).data;
}
