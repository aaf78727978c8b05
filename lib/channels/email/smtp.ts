import type { AddressedMessage, Channel, Recipient } from "#lib/channels/channel.ts";
import {
  type EmailMessage,
  type EmailRenderer,
  mailOf,
  rawOf,
  rendering,
} from "#lib/channels/email/message.ts";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import { verdictOnMail } from "#lib/platform/mail/mail-verdict.ts";
import { type Relay, sendThrough } from "#lib/platform/mail/relay.ts";
import { messageOf } from "#lib/platform/mail/send.ts";
import { delivered, type Verdict } from "#lib/platform/verdict.ts";

// Longer than a working server needs, shorter than a claim lasts.
const TIMEOUT_MS = 45_000;

function envelopeOf(raw: string, from: string, to: string) {
  return { raw, envelope: { from, to: [{ name: "", address: to }] } };
}

/** @param senderTo the envelope sender */
export function smtp(
  relay: Relay,
  senderTo: (recipient: Recipient) => string,
  renderer: EmailRenderer,
): Channel<EmailMessage> {
  const send = async (
    { message, recipient }: AddressedMessage<EmailMessage>,
    stop: AbortSignal | undefined,
  ): Promise<Verdict> => {
    const to = message.values.email;
    const from = senderTo(recipient);
    const limit = timeLimit(TIMEOUT_MS, stop);
    try {
      const raw = rawOf(message);
      const sent = raw === null ? messageOf(mailOf(message), from) : envelopeOf(raw, from, to);
      const { response } = await sendThrough(relay, { ...sent, signal: limit.signal });
      return delivered(redact(response, [to]));
    } catch (error) {
      return verdictOnMail(error, to);
    } finally {
      limit.end();
    }
  };
  return {
    kind: "email",
    batch: 1,
    canThread: true,
    hostOf: () => `${relay.host}:${relay.port}`,
    render: rendering(renderer),
    send: (messages, { signal }) => Promise.all(messages.map((one) => send(one, signal))),
  };
}
