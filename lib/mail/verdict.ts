import type { Outcome } from "#lib/outgoing/outcome.ts";

/** What nodemailer says of a mail that did not leave. */
export type MailError = {
  code?: string;
  /** The command that was refused: `RCPT TO`, `DATA`, `MAIL FROM` … */
  command?: string;
  /** The three digits of the answer. */
  responseCode?: number;
  response?: string;
};

const FULL_MAILBOX = /\b5\.2\.2\b/;
// A refusal of these is about this one mail; any other is about how we are set up.
const OF_THIS_MAIL = /^(RCPT TO|DATA)/;

/**
 * What follows from a mail that did not leave: a server that refuses its recipient or its content
 * for good is not asked again; everything else – no connection, a sign-in or a sender that is
 * refused, 4xx, a full mailbox – may be otherwise later.
 */
export function verdictOn({
  code = "",
  command = "",
  responseCode = 0,
  response = "",
}: MailError): Outcome {
  const reason = [code, command, responseCode || ""].filter(Boolean).join(" ") || "unknown";
  const isRefused = responseCode >= 500 && responseCode < 600 && OF_THIS_MAIL.test(command);
  if (isRefused && !FULL_MAILBOX.test(response)) return { outcome: "never_again", reason };
  return { outcome: "try_again", reason };
}
