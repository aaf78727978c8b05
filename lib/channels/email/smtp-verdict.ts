import type { Verdict } from "#lib/channels/channel.ts";
import { neverAgain, tryAgain } from "#lib/channels/verdict.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { tellable } from "#lib/platform/http/provider-calls.ts";
import { asksForLess, blameFor, type MailError, refusesUs } from "#lib/platform/mail/verdict.ts";

/** How the reason of a refusal begins that is not for reasons of the recipient's. */
export const REFUSED = "refused with";
// From here on a refusal may be about one recipient or one mail.
const PERSONAL = /^(RCPT TO|DATA)/;

function reasonOf({ responseCode }: MailError): string {
  return `${REFUSED} ${responseCode}`;
}

/** A server may treat recipients differently, so one refusal stops nobody else's mail. */
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

/** What follows from a mail that a server did not take. @param address the recipient's */
export function verdictOnMail(error: unknown, address: string): Verdict {
  if (error instanceof HttpError)
    return error.failure === "address_refused"
      ? neverAgain("sender", "the mail server has a private address")
      : tryAgain(error.failure);
  const mailError = error as MailError;
  const { code = "", command = "", responseCode = 0, response = "" } = mailError;
  const answer = tellable(response, [address]);
  if (code === "EAUTH") return neverAgain("sender", "sign-in refused by the mail server", answer);
  if (responseCode >= 500) return refusal(mailError, answer);
  const reason = ["mail server", code, command, responseCode || ""].filter(Boolean).join(" ");
  if (responseCode < 400) return tryAgain(reason, { unsure: command.startsWith("DATA") });
  if (asksForLess(mailError)) return tryAgain(reason, { answer, throttled: true });
  if (refusesUs(mailError)) return refusalOfUs(mailError, answer);
  return tryAgain(reason, { answer, scope: "recipient" });
}
