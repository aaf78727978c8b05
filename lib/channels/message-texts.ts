import type { NotificationContent } from "#lib/channels/channel.ts";
import { textLines } from "#lib/channels/text-lines.ts";
import { type Line, plainOf, type Run } from "#lib/core/markdown/lines.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { cleanLine } from "#lib/platform/text.ts";
import { formats } from "#lib/site/words/format.ts";
import { planText } from "#lib/site/words/labels.ts";

const SERVICES = 1_000;
const NAME = 255;

/** Plain texts in the reader's language, as they were written: channels escape them. */
export type MessageTexts = {
  page: string;
  title: string;
  state: string;
  summary: string;
  text: string;
  lines: readonly Line[];
  /** The link that ends a text which was cut. */
  read_on: Run;
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
      ? cleanLine(name)
      : t("joined.note", { name: cleanLine(name), note: cleanLine(state) }),
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
  const title = cleanLine(content.title).slice(0, NAME).toWellFormed() || "–";
  const state = cleanLine(content.state);
  const { colors } = content.page;
  const open = t("public.read_on");
  const read_on: Run = { text: open, link: { href: content.url, isBare: false } };
  const lines = textLines(content.text, content.page.url, read_on);
  const services = t("public.incidents.affected");
  return {
    page: cleanLine(content.page.name),
    title,
    state: [state, content.type && cleanLine(content.type)].filter(Boolean).join(" · ") || "–",
    summary: t("joined.label", { label: state, value: title }),
    text: plainOf(lines),
    lines,
    read_on,
    services: servicesOf(content),
    time: timeOf(content),
    color: content.is_over || content.severity === null ? colors.ok : colors[content.severity],
    labels: {
      services,
      services_lead: t("joined.label", { label: services, value: "" }),
      open,
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
