import { HttpError } from "#lib/platform/http/failure.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import { isAboutUs, isOfForm, subjectOf } from "#lib/platform/mail/refusal-words.ts";
import {
  type Refusal,
  refusesMessage,
  refusesPerson,
  refusesUs,
  tryAgain,
} from "#lib/platform/verdict.ts";

export type MailError = {
  code?: string;
  /** The refused command: `RCPT TO`, `DATA`, `MAIL FROM`. */
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
};

/** Marks reasons that concern us rather than one recipient, for now. */
export const REFUSED = "refused with";
export const REFUSED_FOR_NOW = "refused for now with";
/** The code of an address that needs SMTPUTF8, which the server does not announce. */
export const NO_SMTPUTF8 = "ENOSMTPUTF8";
const ASCII_ONLY = "the mail server cannot send to addresses with letters beyond ASCII";
export const MAILBOX_FULL = "mailbox full";

// From these commands on, a refusal may concern one recipient or one mail.
const PERSONAL = /^(RCPT TO|DATA)/;

// Too much or too busy.
const SLOW_CODES = /(?<![\d.])4\.(7\.0|4\.2|3\.[12])(?!\.?\d)/;
const RECIPIENT_CODES = /(?<![\d.])4\.(1\.[1-6]|2\.\d{1,3})(?!\.?\d)/;
const SENDER_CODES = /(?<![\d.])4\.1\.[78](?!\.?\d)/;
// Policy, such as a host without a name; 4.7.1 is also greylisting.
const POLICY_CODES = /(?<![\d.])4\.7\.(?![01]\b)\d{1,3}(?!\.?\d)/;
const GREYLISTED = /gr[ea]y-?\s?list/i;
const SLOW_WORDS =
  /\b(too (many|much|fast)|(rate|hourly|daily) limit(ed)?|slow down|throttl\w+|busy)\b/i;

type Temporary = "us" | "slow" | "recipient";

function temporary({ command = "", responseCode = 0, response = "" }: MailError): Temporary {
  if (responseCode === 421) return "slow";
  const isPersonal = PERSONAL.test(command);
  if (isPersonal && (RECIPIENT_CODES.test(response) || GREYLISTED.test(response)))
    return "recipient";
  if (SENDER_CODES.test(response)) return "us";
  if (SLOW_CODES.test(response) || SLOW_WORDS.test(response)) return "slow";
  if (POLICY_CODES.test(response) || isAboutUs(response)) return "us";
  return isPersonal ? "recipient" : "slow";
}

function permanent({ command = "", response = "" }: MailError) {
  const subject = subjectOf(response);
  if (isOfForm(response)) return "message";
  // A refusal before `RCPT TO` cannot be about the recipient, nor one before `DATA` about the
  // content.
  if (!PERSONAL.test(command)) return "us";
  return command.startsWith("RCPT TO") && subject === "message" ? "us" : subject;
}

function refusal(error: MailError, answer: string): Refusal {
  const { command = "", responseCode = 0 } = error;
  const reason = `${REFUSED} ${responseCode}`;
  const forNow = { answer, scope: "recipient" } as const;
  switch (permanent(error)) {
    case "person":
      return refusesPerson(reason, answer);
    case "message":
      return refusesMessage(reason, answer);
    case "full":
      return tryAgain(MAILBOX_FULL, forNow);
    case "later":
      return tryAgain(`${REFUSED_FOR_NOW} ${responseCode}`, forNow);
    default:
      // Servers may treat recipients differently: one refusal does not stop other mail.
      return refusesUs(reason, answer, { stops: !PERSONAL.test(command) });
  }
}

const CERTIFICATE = /certificate|altnames|self[- ]signed|\b(tls|ssl)\b/i;

function unanswered({ code, command, message = "" }: MailError): Refusal {
  const reason = ["mail server", code, command].filter(Boolean).join(" ");
  const why = CERTIFICATE.test(message) ? ` (${redact(message, [])})` : "";
  return tryAgain(reason + why, { unsure: command?.startsWith("DATA") ?? false });
}

/** @param address the recipient's, removed from the answer */
export function verdictOnMail(error: unknown, address: string): Refusal {
  if (error instanceof HttpError)
    return error.failure === "address_refused"
      ? refusesUs("the mail server has a private address")
      : tryAgain(error.failure);
  const mailError = error as MailError;
  const { code = "", command = "", responseCode = 0, response = "" } = mailError;
  const answer = redact(response, [address]);
  if (code === NO_SMTPUTF8) return refusesUs(ASCII_ONLY, null, { stops: false });
  if (responseCode < 400) return unanswered(mailError);
  if (code === "EAUTH" && responseCode >= 500)
    return refusesUs("sign-in refused by the mail server", answer);
  if (responseCode >= 500) return refusal(mailError, answer);
  const reason = ["mail server", code, command, responseCode].filter(Boolean).join(" ");
  switch (temporary(mailError)) {
    case "slow":
      return tryAgain(reason, { answer, throttled: true });
    case "us":
      return refusesUs(`${REFUSED} ${responseCode}`, answer, { stops: false });
    default:
      return tryAgain(`${REFUSED_FOR_NOW} ${responseCode}`, { answer, scope: "recipient" });
  }
}
