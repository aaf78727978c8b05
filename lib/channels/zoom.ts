import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  SendOptions,
} from "#lib/channels/channel.ts";
import { withoutMentions } from "#lib/channels/mentions.ts";
import { fit, type MessageTexts, messageTexts } from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { fitLines } from "#lib/channels/text-lines.ts";
import { type Line, plainOf } from "#lib/core/markdown/lines.ts";
import { refusesPerson, type Verdict } from "#lib/platform/verdict.ts";

const ZOOM_LIMITS = { head: 250, body: 4_000, text: 2_400, line: 250, url: 500 };

type Item = {
  type: "message";
  text: string;
  style?: { color: string; bold: boolean };
  link?: string;
};

type ZoomMessage = {
  content: { head: { text: string; sub_head: { text: string } }; body: Item[] };
};

function item(text: string, most: number, more: Partial<Item> = {}): Item {
  return { type: "message", text: fit(withoutMentions(text), most), ...more };
}

function plainText(lines: readonly Line[]): string {
  const quiet = lines.map((line) => ({
    ...line,
    runs: line.runs.map((run) =>
      run.isCode || run.text === run.link?.href ? run : { ...run, text: withoutMentions(run.text) },
    ),
  }));
  return plainOf(quiet);
}

function linkOf(text: string, link: string): Item[] {
  return link.length > ZOOM_LIMITS.url ? [] : [item(text, ZOOM_LIMITS.line, { link })];
}

function bodyOf(
  content: NotificationContent,
  { manage_url }: Recipient,
  texts: MessageTexts,
): Item[] {
  const { line, text } = ZOOM_LIMITS;
  const lines = fitLines(texts.lines, text, texts.read_on, (some) => plainText(some).length);
  const said = { type: "message" as const, text: plainText(lines) };
  const style = { color: `#${texts.color}`, bold: true };
  return [
    item(texts.state, line, { style }),
    ...(said.text ? [said] : []),
    ...(texts.services ? [item(`${texts.labels.services_lead}${texts.services}`, 2 * line)] : []),
    item(texts.time, line),
    ...linkOf(texts.labels.open, content.url),
    ...(manage_url ? linkOf(texts.labels.manage, manage_url) : []),
  ];
}

function readZoom(answer: Answer, { address, secret }: Recipient): Verdict {
  const secrets = [...secretsOf(address), secret];
  return verdictOn(answer, { delivered: [200, 204], gone: [401, 403, 404] }, secrets);
}

async function post(
  { recipient, message }: AddressedMessage<ZoomMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const { address, secret } = recipient;
  if (!secret) return refusesPerson("no verification token");
  const url = new URL(address);
  // Zoom would otherwise show the body as plain text.
  url.searchParams.set("format", "full");
  const headers = { "content-type": "application/json", authorization: secret };
  const called = await callProvider(url.href, { headers, body: JSON.stringify(message) }, options);
  return "verdict" in called ? called.verdict : readZoom(called.answer, recipient);
}

export const zoom: Channel<ZoomMessage> = {
  kind: "zoom",
  batch: 1,
  canThread: false,
  hostOf: ({ address }) => calledHost(address),
  render(content, recipient) {
    const texts = messageTexts(content);
    const head = {
      text: fit(withoutMentions(texts.title), ZOOM_LIMITS.head),
      sub_head: { text: fit(withoutMentions(texts.page), ZOOM_LIMITS.head) },
    };
    return { content: { head, body: bodyOf(content, recipient, texts) } };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
