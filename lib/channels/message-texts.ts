import type { NotificationContent } from "#lib/channels/channel.ts";
import { markdownText } from "#lib/core/markdown/text.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { cleanLine, cleanText } from "#lib/site/words/escape.ts";
import { formats } from "#lib/site/words/format.ts";
import { planText } from "#lib/site/words/labels.ts";

const TEXT = 8_000;
const SERVICES = 1_000;
const NAME = 255;

/** Plain texts without mentions, in the reader's language. */
export type MessageTexts = {
  page: string;
  title: string;
  state: string;
  summary: string;
  text: string;
  services: string;
  /** The time of the update; for maintenance, of the work. */
  time: string;
  color: string;
  labels: {
    services: string;
    /** With its colon. */
    services_lead: string;
    open: string;
    manage: string;
  };
};

function timeOf(content: NotificationContent): string {
  const { locale, zone } = content.page;
  const f = formats(locale, zone, content.page, content.posted_at);
  const { starts_at, ends_at, posted_at } = content;
  if (content.kind !== "maintenance") return f.dateTime(posted_at);
  const plan = planText(content, { t: translator(locale), f });
  return plan ?? (ends_at ? f.span(starts_at, ends_at) : f.dateTime(starts_at));
}

function servicesOf({ services, page, posted_at }: NotificationContent): string {
  const t = translator(page.locale);
  const { list } = formats(page.locale, page.zone, page, posted_at);
  const all = services.map(({ name, state }) =>
    state === ""
      ? quietLine(name)
      : t("joined.note", { name: quietLine(name), note: quietLine(state) }),
  );
  let length = 0;
  const cut = all.findIndex((name) => {
    length += name.length + 2;
    return length > SERVICES;
  });
  if (cut < 0) return list(all);
  return list([...all.slice(0, cut), t("public.sentence.more", { count: all.length - cut })]);
}

function composeTexts(content: NotificationContent): MessageTexts {
  const t = translator(content.page.locale);
  const title = quietLine(content.title).slice(0, NAME).toWellFormed() || "–";
  const state = quietLine(content.state);
  const { colors } = content.page;
  const services = t("public.incidents.affected");
  return {
    page: quietLine(content.page.name),
    title,
    state: [state, content.type && quietLine(content.type)].filter(Boolean).join(" · ") || "–",
    summary: t("joined.label", { label: state, value: title }),
    text: quietText(markdownText(content.text, TEXT)),
    services: servicesOf(content),
    time: timeOf(content),
    color: content.is_over || content.severity === null ? colors.ok : colors[content.severity],
    labels: {
      services,
      services_lead: t("joined.label", { label: services, value: "" }),
      open: t("public.read_on"),
      manage: t("mail.manage.button"),
    },
  };
}

const known = new WeakMap<NotificationContent, MessageTexts>();

export function messageTexts(content: NotificationContent): MessageTexts {
  const texts = known.get(content) ?? composeTexts(content);
  known.set(content, texts);
  return texts;
}

const ELLIPSIS = "…";
const BREAK = "\u200b";
const WEB_ADDRESS = /https?:\/\/[^\s<>()[\]`|\\*"]+/giu;
// An e-mail address is no mention: a mention follows no word character.
const MENTION = /(?<![\p{L}\p{N}._%+-])@(?=[\p{L}\p{N}_<])|<(?=[!@#/:a-z])/giu;

function* partsOf(text: string): Generator<{ part: string; isAddress: boolean }> {
  let at = 0;
  for (const { 0: address, index } of text.matchAll(WEB_ADDRESS)) {
    yield { part: text.slice(at, index), isAddress: false };
    yield { part: address, isAddress: true };
    at = index + address.length;
  }
  yield { part: text.slice(at), isAddress: false };
}

/** Inserts an invisible character into mentions of everyone, people and channels. */
function quiet(text: string): string {
  const parts = Array.from(partsOf(text), ({ part, isAddress }) =>
    isAddress ? part.replaceAll("@", "%40") : part.replace(MENTION, (mark) => mark + BREAK),
  );
  return parts.join("");
}

export function quietLine(text: string): string {
  return quiet(cleanLine(text));
}

function quietText(text: string): string {
  return quiet(cleanText(text)).trim();
}

type FitOptions = {
  /** Yields the encoded pieces of a text; none of them is cut. */
  spell?: (text: string) => Iterable<string>;
  /** Default: UTF-16 units. */
  sizeOf?: (spelled: string) => number;
};

const lengthOf = (text: string) => text.length;

/** Encodes a text and cuts it to a limit. */
export function fit(
  text: string,
  most: number,
  { spell = (plain) => plain, sizeOf = lengthOf }: FitOptions = {},
): string {
  const room = most - sizeOf(ELLIPSIS);
  let [whole, begun, size] = ["", "", 0];
  for (const piece of spell(text)) {
    size += sizeOf(piece);
    if (size > most) return begun.trimEnd() + ELLIPSIS;
    whole += piece;
    if (size <= room) begun = whole;
  }
  return whole;
}

export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** @param entities replacements of single characters */
export function spelledWith(entities: Readonly<Record<string, string>>) {
  return (text: string) => Array.from(text, (character) => entities[character] ?? character);
}

export const HTML_ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const MARKUP = /[\\`*_{}[\]()#+\-!|~>:=]/;

/** Escapes Markdown except in web addresses, which stay links. */
export function* inMarkdown(text: string): Generator<string> {
  for (const { part, isAddress } of partsOf(text)) {
    if (isAddress) yield part;
    else for (const character of part) yield MARKUP.test(character) ? `\\${character}` : character;
  }
}
