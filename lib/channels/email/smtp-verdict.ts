import type { Verdict } from "#lib/channels/channel.ts";
import { neverAgain, tellable, tryAgain } from "#lib/channels/verdict.ts";
import { HttpError } from "#lib/http/failure.ts";
import type { MailError } from "#lib/mail/verdict.ts";

const FULL_MAILBOX = /\b5\.2\.2\b/;
const DEAD_ADDRESS = /\b5\.(1\.\d+|2\.1)\b/;
// Our sending or our content, not the address: RFC 3463, security or policy.
const POLICY = /\b5\.7\.\d+\b/;
// Too many at once, as receivers say it.
const THROTTLING = new Set([421, 450]);
const RECIPIENT = /^RCPT TO/;
const CONTENT = /^DATA/;

function refusal(
  { command = "", responseCode, response = "" }: MailError,
  answer: string,
): Verdict {
  const reason = `refused with ${responseCode}`;
  if (FULL_MAILBOX.test(response)) return tryAgain("mailbox full", { answer });
  if (RECIPIENT.test(command))
    return neverAgain(POLICY.test(response) ? "message" : "address", reason, answer);
  if (CONTENT.test(command))
    return neverAgain(DEAD_ADDRESS.test(response) ? "address" : "message", reason, answer);
  return neverAgain("sender", reason, answer);
}

/** What follows from a mail that a server did not take. @param address the recipient's */
export function verdictOnMail(error: unknown, address: string): Verdict {
  if (error instanceof HttpError)
    return error.failure === "address_refused"
      ? neverAgain("sender", "the mail server has a private address")
      : tryAgain(error.failure);
  const { code = "", command = "", responseCode = 0, response = "" } = error as MailError;
  const answer = tellable(response, [address]);
  if (code === "EAUTH") return neverAgain("sender", "sign-in refused by the mail server", answer);
  if (responseCode >= 500) return refusal(error as MailError, answer);
  const reason = ["mail server", code, command, responseCode || ""].filter(Boolean).join(" ");
  if (responseCode >= 400)
    return tryAgain(reason, { answer, throttled: THROTTLING.has(responseCode) });
  return tryAgain(reason, { unsure: CONTENT.test(command) });
}
