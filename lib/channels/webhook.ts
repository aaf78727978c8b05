import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  SendOptions,
} from "#lib/channels/channel.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  retryPause_s,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { signedHeaders } from "#lib/platform/crypto/sign.ts";
import { tryAgain, type Verdict } from "#lib/platform/verdict.ts";

const GONE = 410;
const BODY_MS = 1_000;

type Post = { id: string; body: string };
type WebhookMessage = { first: Post; others: Post[] };

/** Same rules as for operators' webhooks: 2xx is success, only 410 is final. */
function readWebhook(answer: Answer, { address, secret }: Recipient): Verdict {
  const isTaken = answer.status >= 200 && answer.status < 300;
  const meanings = { delivered: isTaken ? [answer.status] : [], gone: [GONE] };
  const verdict = verdictOn(answer, meanings, [...secretsOf(address), secret]);
  if (verdict.outcome !== "never_again" || answer.status === GONE) return verdict;
  const { reason, answer: said } = verdict;
  return tryAgain(reason, { answer: said ?? "", after_s: retryPause_s(answer) });
}

function headersOf(
  { secret, earlier_secrets = [] }: Recipient,
  message: Post,
): Record<string, string> {
  const timestamp_s = Math.floor(now().getTime() / 1_000);
  if (secret) return signedHeaders([secret, ...earlier_secrets], message, timestamp_s);
  return { "webhook-id": message.id, "webhook-timestamp": String(timestamp_s) };
}

async function post(recipient: Recipient, message: Post, options: SendOptions): Promise<Verdict> {
  const headers = { "content-type": "application/json", ...headersOf(recipient, message) };
  const call = { headers, body: message.body, body_ms: BODY_MS };
  const called = await callProvider(recipient.address, call, options);
  return "verdict" in called ? called.verdict : readWebhook(called.answer, recipient);
}

/** One address gets few at once, and none after one that it did not take. */
const AT_ONCE = 4;

/** Another attempt repeats all of them, each by its id. */
async function postAll(
  { recipient, message: { first, others } }: AddressedMessage<WebhookMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const verdict = await post(recipient, first, options);
  if (verdict.outcome !== "delivered") return verdict;
  for (let from = 0; from < others.length; from += AT_ONCE) {
    const some = others.slice(from, from + AT_ONCE);
    const verdicts = await Promise.all(some.map((one) => post(recipient, one, options)));
    const refused = verdicts.find(({ outcome }) => outcome !== "delivered");
    if (refused) return refused;
  }
  return verdict;
}

function render(content: NotificationContent, recipient: Recipient): WebhookMessage {
  const { event_id: id, payload, statuspage = [] } = content;
  const meta = {
    unsubscribe: recipient.unsubscribe_url,
    documentation: `${env().APP_URL}/docs/api/subscriptions`,
    generated_at: now().toISOString(),
  };
  const bodies = recipient.format === "statuspage" ? statuspage : [];
  const [first = { id, body: payload }, ...others] = bodies.map(
    ({ id, body }): Post => ({ id, body: JSON.stringify({ meta, ...body }) }),
  );
  return { first, others };
}

export const webhook: Channel<WebhookMessage> = {
  kind: "webhook",
  batch: 1,
  canThread: false,
  hostOf: ({ address }) => calledHost(address),
  render,
  send: (messages, options) => Promise.all(messages.map((one) => postAll(one, options))),
};
