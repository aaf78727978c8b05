import type { Channel, Verdict } from "#lib/channels/channel.ts";
import {
  type EmailMessage,
  type EmailRenderer,
  mailOf,
  rawOf,
  rendering,
} from "#lib/channels/email/message.ts";
import { delivered, neverAgain, tryAgain } from "#lib/channels/provider-call.ts";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import { type Relay, sendThrough } from "#lib/platform/mail/relay.ts";
import { messageOf } from "#lib/platform/mail/send.ts";
import { asksForLess, blameFor, type MailError, refusesUs } from "#lib/platform/mail/verdict.ts";

/** Marks reasons that may concern the server rather than the recipient. */
export const REFUSED = "refused with";
// From these commands on, a refusal may concern one recipient or one mail.
const PERSONAL = /^(RCPT TO|DATA)/;

function reasonOf({ responseCode }: MailError): string {
  return `${REFUSED} ${responseCode}`;
}

/** Servers may treat recipients differently: one refusal does not stop other mail. */
function refusalOfUs(error: MailError, answer: string): Verdict {
  return tryAgain(reasonOf(error), { answer, scope: "provider" });
}

function refusal(error: MailError, answer: string): Verdict {
  const { command = "" } = error;
  const reason = reasonOf(error);
  const blame = blameFor(error);
  if (blame === "full_mailbox") return tryAgain("mailbox full", { answer, scope: "recipient" });
  if (blame === "address") return neverAgain("address", reason, answer);
  if (blame === "content") return neverAgain("message", reason, answer);
  if (!PERSONAL.test(command)) return neverAgain("sender", reason, answer);
  return refusalOfUs(error, answer);
}

/** @param address the recipient's, removed from the answer */
function verdictOnMail(error: unknown, address: string): Verdict {
  if (error instanceof HttpError)
    return error.failure === "address_refused"
      ? neverAgain("sender", "the mail server has a private address")
      : tryAgain(error.failure);
  const mailError = error as MailError;
  const { code = "", command = "", responseCode = 0, response = "" } = mailError;
  const answer = redact(response, [address]);
  if (code === "EAUTH") return neverAgain("sender", "sign-in refused by the mail server", answer);
  if (responseCode >= 500) return refusal(mailError, answer);
  const reason = ["mail server", code, command, responseCode || ""].filter(Boolean).join(" ");
  if (responseCode < 400) return tryAgain(reason, { unsure: command.startsWith("DATA") });
  if (asksForLess(mailError)) return tryAgain(reason, { answer, throttled: true });
  if (refusesUs(mailError)) return refusalOfUs(mailError, answer);
  return tryAgain(reason, { answer, scope: "recipient" });
}

// Longer than a working server needs, shorter than a claim lasts.
const TIMEOUT_MS = 45_000;

function envelopeOf(raw: string, from: string, to: string) {
  return { raw, envelope: { from, to: [{ name: "", address: to }] } };
}

/** @param from envelope sender */
export function smtp(relay: Relay, from: string, renderer: EmailRenderer): Channel<EmailMessage> {
  const send = async (message: EmailMessage, stop: AbortSignal | undefined): Promise<Verdict> => {
    const to = message.values.email;
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
    send: (messages, { signal }) =>
      Promise.all(messages.map(({ message }) => send(message, signal))),
  };
}
