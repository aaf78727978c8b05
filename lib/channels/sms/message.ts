import type { NotificationContent, Recipient, Sender } from "#lib/channels/channel.ts";
import { type MessageTexts, messageTexts } from "#lib/channels/message-texts.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";

const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const EXTENDED = new Set("\f^{}\\[~]|€");

type Encoding = "gsm7" | "ucs2";

const SIZES = {
  gsm7: { single: 160, joined: 153 },
  ucs2: { single: 70, joined: 67 },
} as const satisfies Record<Encoding, object>;

// One such character would more than double the price of a message.
const PLAIN: Record<string, string> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‘": "'",
  "’": "'",
  "‚": "'",
  "`": "'",
  "´": "'",
  "–": "-",
  "—": "-",
  "−": "-",
  "‑": "-",
  "·": "-",
  "•": "-",
  "…": "...",
  "×": "x",
  "→": "->",
  "\t": " ",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
};

function costOf(character: string, encoding: Encoding): number {
  if (encoding === "ucs2") return character.length;
  return EXTENDED.has(character) ? 2 : 1;
}

function encodingOf(text: string): Encoding {
  for (const character of text)
    if (!BASIC.has(character) && !EXTENDED.has(character)) return "ucs2";
  return "gsm7";
}

/** Segments a text is billed as; no character is split. */
export function segmentsOf(text: string): { encoding: Encoding; segments: number } {
  const encoding = encodingOf(text);
  const { single, joined } = SIZES[encoding];
  const costs = Array.from(text, (character) => costOf(character, encoding));
  if (costs.reduce((sum, cost) => sum + cost, 0) <= single) return { encoding, segments: 1 };
  let [segments, used] = [1, 0];
  for (const cost of costs) {
    if (used + cost > joined) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  return { encoding, segments };
}

/** Replaces typography when that makes GSM-7 possible; otherwise returns the text unchanged. */
export function cheapest(text: string): string {
  const bare = text.replace(/[\p{Cf}\p{Variation_Selector}]/gu, "");
  const plain = Array.from(bare, (character) => PLAIN[character] ?? character).join("");
  return encodingOf(plain) === "gsm7" ? plain : bare;
}

export type SmsMessage = { text: string; segments: number };

export const MAX_SEGMENTS = 3;
const NAME = 40;
const HEAD = 120;
const TEXT = 500;

function beginning(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function endedAtWord(text: string): string {
  const words = text.replace(/\s+\S*$/u, "");
  return `${words.length > text.length / 2 ? words : text}…`.trim();
}

function cut(text: string, isFitting: (part: string) => boolean): string {
  if (isFitting(text)) return text;
  const characters = [...text];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(`${characters.slice(0, middle).join("")}…`)) low = middle;
    else high = middle - 1;
  }
  return endedAtWord(characters.slice(0, low).join(""));
}

function compose(
  { page, summary, text }: MessageTexts,
  { url, page: { locale } }: NotificationContent,
): SmsMessage {
  const t = translator(locale);
  const label = beginning(page, NAME);
  const whole = (head: string, part: string) =>
    cheapest([t("joined.label", { label, value: head }), part, url].filter(Boolean).join("\n"));
  const fits = (message: string) => segmentsOf(message).segments <= MAX_SEGMENTS;
  // Leaves room for the ellipsis, however short the text gets.
  const head = cut(beginning(summary, HEAD), (part) => fits(whole(part, "…")));
  const said = beginning(text.replace(/\s+/g, " "), TEXT);
  const message = whole(
    head,
    cut(said, (part) => fits(whole(head, part))),
  );
  return { text: message, segments: segmentsOf(message).segments };
}

const known = new WeakMap<NotificationContent, SmsMessage>();

/** At most three segments, with an uncut link. */
export function smsOf(content: NotificationContent): SmsMessage {
  const message = known.get(content) ?? compose(messageTexts(content), content);
  known.set(content, message);
  return message;
}

/** With the link to end it, where that makes no message dearer. */
export function smsFor(content: NotificationContent, { manage_url }: Recipient): SmsMessage {
  const message = smsOf(content);
  if (!manage_url) return message;
  const t = translator(content.page.locale);
  const link = t("joined.label", { label: t("mail.manage.button"), value: manage_url });
  const text = cheapest(`${message.text}\n${link}`);
  const { encoding, segments } = segmentsOf(text);
  const isSame = segments === message.segments && encoding === segmentsOf(message.text).encoding;
  return isSame ? { text, segments } : message;
}

// Nobody can answer a sender that is a name.
const ANSWERABLE = /^(\+?\d+$|MG)/;

/** The first text to a number says how to end it, as carriers demand. */
export function firstSms(
  t: Translate,
  { text, url }: { text: string; url: string },
  { phone_number }: Sender,
): SmsMessage {
  const stop = ANSWERABLE.test(phone_number ?? "") ? `\n${t("mail.confirm.stop")}` : "";
  const messages = [`${text}${stop}\n${url}`, `${text}\n${url}`].map(cheapest).map((whole) => ({
    text: whole,
    segments: segmentsOf(whole).segments,
  }));
  return messages.find(({ segments }) => segments <= MAX_SEGMENTS) ?? (messages[1] as SmsMessage);
}
