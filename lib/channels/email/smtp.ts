import type { Channel, Verdict } from "#lib/channels/channel.ts";
import { verdictOnMail } from "#lib/channels/email/smtp-verdict.ts";
import {
  type EmailMessage,
  type Letters,
  mailOf,
  rawOf,
  rendering,
} from "#lib/channels/email/template.ts";
import { delivered } from "#lib/channels/verdict.ts";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";
import { tellable } from "#lib/platform/http/provider-calls.ts";
import { type Relay, sendThrough } from "#lib/platform/mail/relay.ts";
import { messageOf } from "#lib/platform/mail/send.ts";

// Longer than a server that answers needs; shorter than a claim lasts.
const TIMEOUT_MS = 45_000;

function envelopeOf(raw: string, from: string, to: string) {
  return { raw, envelope: { from, to: [{ name: "", address: to }] } };
}

/** E-mail by a server that speaks SMTP. @param from what stands in the envelope */
export function smtp(relay: Relay, from: string, letters: Letters): Channel<EmailMessage> {
  const send = async (message: EmailMessage, stop: AbortSignal | undefined): Promise<Verdict> => {
    const to = message.values.email;
    const limit = timeLimit(TIMEOUT_MS, stop);
    try {
      const raw = rawOf(message);
      const sent = raw === null ? messageOf(mailOf(message), from) : envelopeOf(raw, from, to);
      const { response } = await sendThrough(relay, { ...sent, signal: limit.signal });
      return delivered(tellable(response, [to]));
    } catch (error) {
      return verdictOnMail(error, to);
    } finally {
      limit.end();
    }
  };
  return {
    kind: "email",
    batch: 1,
    living: true,
    hostOf: () => `${relay.host}:${relay.port}`,
    render: rendering(letters),
    handOver: (handed, { signal }) =>
      Promise.all(handed.map(({ message }) => send(message, signal))),
  };
}
