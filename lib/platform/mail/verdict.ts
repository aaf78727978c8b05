import { type Outcome, redact } from "#lib/platform/http/provider-calls.ts";

export type MailError = {
  code?: string;
  /** The refused command: `RCPT TO`, `DATA`, `MAIL FROM`. */
  command?: string;
  responseCode?: number;
  response?: string;
};

/** `us`: our account, sender, host or limits; `unknown`: no known reason. */
type Blame = "address" | "full_mailbox" | "content" | "us" | "unknown";

// An enhanced status code (RFC 3463), not a part of an IP address.
const CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const DEAD_CODES = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
const FULL_CODE = "5.2.2";
const CONTENT_CODES = /^5\.(6\.\d+|3\.4|2\.3)$/;
// "Other or undefined", which servers also send for an unknown mailbox.
const VAGUE_CODES = /^5\.([0-2]\.0|5\.0)$/;
const US_WORDS =
  /\b(senders?|helo|ehlo|relay\w*|(client )?host|network|ip|(un)?authenticat\w+|spf|dkim|dmarc|reputation|(black|block)list\w*|listed|rate|limits?|quota)\b/i;
const WHO = "user|mailbox|recipient|local part|account|address|person";
// Words that appear only in refusals of the recipient.
const DEAD_FOR_SURE =
  /\b(no such (user|recipient|mailbox)|(user|recipient) unknown|unknown (user|recipient)|mailbox unavailable|doesn't have an? \S+ account)\b|\b5\.4\.1\b.*\brecipient address rejected: access denied/is;
const DEAD_WORDS = new RegExp(
  `\\b(unknown|invalid|unrouteable|no such) (${WHO})\\b|` +
    `\\b(${WHO})\\b.{0,80}\\b(unknown|not found|not exist|doesn't exist|disabled|inactive)\\b`,
  "is",
);
// Refusals of our account, rate or reputation (Gmail), despite words about the mailbox.
const US_FOR_SURE =
  /\breceiving (e?mail|messages) (at a rate|too quickly)|\b(your|sender|sending|smtp) account\b|\bsender address rejected\b|\bour system has detected\b/i;
const FULL_WORDS = /\b(mailbox (is )?full|over ?quota|mailbox .{0,40}quota)\b/i;
const CONTENT_WORDS =
  /\b(spam|virus|malware|phishing|unsolicited|content|(un|not )wanted|too (big|large))\b/i;

const ADDRESSES = /\S+@\S+|https?:\/\/\S+/g;

/** The subject of a refusal (5xx), as far as its text says. */
export function blameIn(text: string): Blame {
  const response = text.replaceAll(ADDRESSES, "");
  const [code = ""] = CODE.exec(response) ?? [];
  if (code === FULL_CODE) return "full_mailbox";
  if (US_FOR_SURE.test(response)) return "us";
  if (DEAD_FOR_SURE.test(response)) return "address";
  if (DEAD_CODES.test(code)) return "address";
  if (CONTENT_CODES.test(code)) return "content";
  if (FULL_WORDS.test(response)) return "full_mailbox";
  if (US_WORDS.test(response)) return "us";
  if ((!code || VAGUE_CODES.test(code)) && DEAD_WORDS.test(response)) return "address";
  if (CONTENT_WORDS.test(response)) return "content";
  return code && !VAGUE_CODES.test(code) ? "us" : "unknown";
}

export function blameFor({ command = "", response = "" }: MailError): Blame {
  const blame = blameIn(response);
  if (command.startsWith("DATA")) return blame;
  const isOfSize = CONTENT_CODES.test(CODE.exec(response)?.[0] ?? "");
  if (isOfSize) return "content";
  // A refusal before `RCPT TO` cannot be about the recipient, nor one before `DATA` about the
  // content.
  return command.startsWith("RCPT TO") && blame !== "content" ? blame : "us";
}

/**
 * A mail is lost only if the server rejects its address or content; all else may be mended.
 * @param address removed from the reason
 */
export function verdictOn(error: MailError, address: string): Outcome {
  const { code = "", command = "", responseCode = 0, response = "" } = error;
  const reason = [code, command, responseCode || ""].filter(Boolean).join(" ") || "unknown";
  const blame = responseCode >= 500 ? blameFor(error) : null;
  if (blame === "address" || blame === "content") return { outcome: "never_again", reason };
  if (blame === "full_mailbox" || isAboutRecipient(error)) return { outcome: "try_again", reason };
  return { outcome: "try_again", reason, trouble: redact(response, [address]) || reason };
}

// Too much, too busy, or a sender that cannot be checked now.
const SLOW_CODES = /(?<![\d.])4\.(7\.0|4\.2|3\.[12]|1\.[78])(?!\.?\d)/;
const RECIPIENT_CODES = /(?<![\d.])4\.(1\.[1-6]|2\.\d{1,3})(?!\.?\d)/;
// Policy, such as a host without a name; 4.7.1 is also greylisting.
const POLICY_CODES = /(?<![\d.])4\.7\.(?![01]\b)\d{1,3}(?!\.?\d)/;
const GREYLISTED = /gr[ea]y-?\s?list/i;
const SLOW_WORDS =
  /\b(too (many|much|fast)|(rate|hourly|daily) limit|slow down|throttl\w+|busy)\b/i;

export function asksForLess({ command = "", responseCode = 0, response = "" }: MailError): boolean {
  if (responseCode === 421) return true;
  if (!/^(RCPT TO|DATA)/.test(command)) return true;
  if (RECIPIENT_CODES.test(response)) return false;
  return SLOW_CODES.test(response) || SLOW_WORDS.test(response);
}

export function refusesUs({ responseCode = 0, response = "" }: MailError): boolean {
  if (responseCode < 400 || responseCode >= 500) return false;
  if (RECIPIENT_CODES.test(response) || GREYLISTED.test(response)) return false;
  return POLICY_CODES.test(response) || US_WORDS.test(response.replaceAll(ADDRESSES, ""));
}

function isAboutRecipient(error: MailError): boolean {
  const { responseCode = 0 } = error;
  const isTemporary = responseCode >= 400 && responseCode < 500;
  return isTemporary && !asksForLess(error) && !refusesUs(error);
}
