/**
 * The subject of a permanent refusal (5xx). `full`, `later`: the recipient, for now.
 * `us`: sender, account, relay or reputation. `unknown`: it does not say.
 */
export type Subject = "person" | "full" | "later" | "message" | "us" | "unknown";

// An enhanced status code (RFC 3463), not a part of an IP address.
const CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const TEMPORARY_CODE = /(?<![\d.])4\.\d{1,3}\.\d{1,3}(?!\.?\d)/;
const PERSON_CODES = /^5\.(1\.(1|3|6|10)|2\.1)$/;
const SENDER_CODES = /^5\.1\.[78]$/;
const FULL_CODE = "5.2.2";
const MESSAGE_CODES = /^5\.(6\.\d+|3\.4|2\.3)$/;
const DOMAIN_CODES = /^5\.(1\.2|4\.4|4\.310)$/;
const EXPIRED_CODES = /^5\.4\.(7|300)$/;
// "Other or undefined", which servers also send for an unknown mailbox.
const VAGUE_CODES = /^5\.([0-2]\.0|5\.0)$/;

const WHO = "user|mailbox|recipient|local part|account|address|person";
// Words that appear only in refusals of the recipient.
const PERSON_FOR_SURE =
  /\b(no such (local )?(user|recipient|mailbox)|(user|recipient) unknown|unknown (user|recipient)|doesn't have an? \S+ account|recipient address rejected: user.{0,80}not exist)\b|\b5\.4\.1\b.*\brecipient address rejected: access denied/is;
const PERSON_WORDS = new RegExp(
  `\\b(unknown|invalid|unroute?able|no such) (${WHO})\\b|\\bmailbox unavailable\\b|` +
    `\\b(${WHO})\\b.{0,80}\\b(unknown|not found|not exist|doesn't exist|disabled|inactive)\\b`,
  "is",
);
const DOMAIN_WORDS =
  /\b(domain (name )?not found|no such domain|domain \S* ?does not exist|unroute?able mail domain|(host|domain) unknown|unknown (host|domain)|host not found|no mx)\b/i;
const OUR_NAMES = /\b(sender|helo|ehlo|client|hostname|your)\b/i;
const BUSY_PERSON = /\breceiving (e?mail|messages) (at a rate|too quickly)/i;
const FULL_WORDS =
  /\b(mailbox (is )?full|over ?quota|mailbox .{0,40}quota|exceeded storage allocation)\b/i;
const LATER_WORDS = /\b(temporar\w+|try again|later)\b|gr[ea]y-?\s?list/i;
// Refusals of our account, sender, relay or reputation, whatever else they say.
const US_FOR_SURE = new RegExp(
  [
    "\\b(your|sender(?:'s)?|sending|smtp) account\\b|\\bour system has detected\\b",
    "\\bsender(?: address)? (?:verif\\w+|rejected|denied|unknown|not)|\\bunknown sender\\b",
    "\\bverification failed for\\b|\\benvelope (?:from|sender)\\b|\\b(?:helo|ehlo)\\b",
    "\\binvalid dns mx\\b",
    "\\brelay(?:ing)?(?: access)? (?:denied|not|prohibited)|\\bto relay\\b|\\bwe do not relay\\b",
    "\\b(?:daily|hourly|monthly|sending|rate) .{0,20}(?:limit|quota)|\\bper (?:hour|day)\\b",
    "\\bauthenticat\\w+ (?:is )?(?:required|failed)|\\bnot authenticated\\b",
    "\\b(?:host|ip|network)\\b.{0,60}\\b(?:blocked|rejected|denied|banned|listed)\\b",
    "\\b(?:black|block)(?:ed using|list\\w*)|\\bspamhaus\\b|\\blisted (?:at|by|in|on)\\b",
  ].join("|"),
  "is",
);
const US_WORDS =
  /\b(senders?|helo|ehlo|relay\w*|(client )?host|network|ip|(un)?authenticat\w+|spf|dkim|dmarc|reputation|(black|block)list\w*|listed|rate|limits?|quota)\b/i;
const SIZE_WORDS =
  /\bsize\b.{0,40}\b(exceed\w*|limits?)\b|\bexceed\w*\b.{0,40}\bsize\b|\btoo (big|large|long)\b/i;
const MESSAGE_WORDS = /\b(spam|virus|malware|phishing|unsolicited|content|(un|not )wanted)\b/i;

const ADDRESSES = /\S+@\S+|https?:\/\/\S+/g;

/** The words of the last server in a chain, without addresses. */
function innermost(text: string): string {
  return (
    text
      .replaceAll(ADDRESSES, "")
      .split(/\bsaid: /)
      .at(-1) ?? ""
  );
}

const codeIn = (said: string) => CODE.exec(said)?.[0] ?? "";

/** Whether it is about the message's size or form, at whatever command. */
export function isOfForm(text: string): boolean {
  const said = innermost(text);
  return MESSAGE_CODES.test(codeIn(said)) || SIZE_WORDS.test(said);
}

export const isAboutUs = (text: string) => US_WORDS.test(innermost(text));

function isPerson(said: string, code: string): boolean {
  if (PERSON_FOR_SURE.test(said)) return true;
  if (US_WORDS.test(said)) return false;
  if (PERSON_CODES.test(code)) return true;
  const isVague = !code || VAGUE_CODES.test(code) || DOMAIN_CODES.test(code);
  return isVague && PERSON_WORDS.test(said);
}

/** Whether the recipient's domain cannot be found. */
function isLost(said: string): boolean {
  return DOMAIN_WORDS.test(said) && !OUR_NAMES.test(said);
}

/** Only evidence about the person blames the person: all else may be mended. */
export function subjectOf(text: string): Subject {
  const said = innermost(text);
  const code = codeIn(said);
  if (US_FOR_SURE.test(said) || SENDER_CODES.test(code)) return "us";
  if (code === FULL_CODE || FULL_WORDS.test(said)) return "full";
  if (BUSY_PERSON.test(said) || isLost(said)) return "later";
  if (isPerson(said, code)) return LATER_WORDS.test(said) ? "later" : "person";
  if (isOfForm(text)) return "message";
  if (DOMAIN_CODES.test(code) && !OUR_NAMES.test(said)) return "later";
  if (EXPIRED_CODES.test(code)) return "later";
  if (US_WORDS.test(said)) return "us";
  if (MESSAGE_WORDS.test(said)) return "message";
  if (code && !VAGUE_CODES.test(code)) return "us";
  return TEMPORARY_CODE.test(said) || LATER_WORDS.test(said) ? "later" : "unknown";
}
