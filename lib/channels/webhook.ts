import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Recipient, Verdict, Way } from "#lib/channels/channel.ts";
import {
  type Answer,
  askedPause_s,
  secretsOf,
  tryAgain,
  verdictOn,
} from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";
import { signedHeaders } from "#lib/platform/crypto/sign.ts";

const GONE = 410;

type WebhookMessage = { id: string; body: string };

/** As for webhooks of operators: 2xx alone is success, only 410 is final. */
function readWebhook(answer: Answer, { address, secret }: Recipient): Verdict {
  const isTaken = answer.status >= 200 && answer.status < 300;
  const meanings = { delivered: isTaken ? [answer.status] : [], gone: [GONE] };
  const verdict = verdictOn(answer, meanings, [...secretsOf(address), secret], now());
  if (verdict.outcome !== "never_again" || answer.status === GONE) return verdict;
  const { reason, answer: said } = verdict;
  return tryAgain(reason, { answer: said ?? "", after_s: askedPause_s(answer) });
}

function headersOf({ secret }: Recipient, message: WebhookMessage): Record<string, string> {
  const timestamp_s = Math.floor(now().getTime() / 1_000);
  if (secret) return signedHeaders(secret, message, timestamp_s);
  return { "webhook-id": message.id, "webhook-timestamp": String(timestamp_s) };
}

async function post({ recipient, message }: Handed<WebhookMessage>, way: Way): Promise<Verdict> {
  const headers = { "content-type": "application/json", ...headersOf(recipient, message) };
  const called = await callProvider(recipient.address, { headers, body: message.body }, way);
  return "verdict" in called ? called.verdict : readWebhook(called.answer, recipient);
}

/** A subscriber's own receiver: the events of webhooks, signed. */
export const webhook: Channel<WebhookMessage> = {
  kind: "webhook",
  batch: 1,
  living: false,
  hostOf: ({ address }) => calledHost(address),
  render: ({ event_id, payload }) => ({ id: event_id, body: payload }),
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
