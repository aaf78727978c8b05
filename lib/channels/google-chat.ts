import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  SendOptions,
} from "#lib/channels/channel.ts";
import {
  fit,
  HTML_ENTITIES,
  jsonBytes,
  type MessageTexts,
  messageTexts,
  spelledWith,
} from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  fieldsOf,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { bulleted, type Dialect, fitLines, markedUp } from "#lib/channels/text-lines.ts";
import { joinLines, type Line } from "#lib/core/markdown/lines.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import type { Verdict } from "#lib/platform/verdict.ts";

export const GOOGLE_CHAT_LIMITS = { message: 32_000, line: 2_000, text: 14_000 };

const GONE = [401, 403, 404];
const WRONG_KEY = /API_KEY_INVALID|API key (not valid|expired)/i;
// Google Chat names no pause; shorter ones prolong the limit.
const PAUSE_S = 60;

type Widget = Record<string, object>;

type GoogleChatMessage = {
  fallbackText: string;
  cardsV2: [
    {
      cardId: string;
      card: { header: { title: string; subtitle: string }; sections: [{ widgets: Widget[] }] };
    },
  ];
  thread?: { threadKey: string };
};

const spell = spelledWith(HTML_ENTITIES);

function html(text: string, most: number): string {
  return fit(text, most, { spell, sizeOf: jsonBytes });
}

/** Cards know these tags alone; code has none. */
const DIALECT: Dialect = {
  marks: [
    { look: "isStrong", open: "<b>", close: "</b>" },
    { look: "isEmphasized", open: "<i>", close: "</i>" },
    { look: "isStruck", open: "<s>", close: "</s>" },
  ],
  text: escapeHtml,
  code: escapeHtml,
  link: (said, href) => `<a href="${escapeHtml(href)}">${said}</a>`,
};

function richText(lines: readonly Line[]): string {
  return joinLines(lines, ({ margin, runs }) => {
    const indent = escapeHtml(bulleted(margin)).replace(/ (?= )|^ /g, "\u00a0");
    return indent + markedUp(runs, DIALECT);
  }).replaceAll("\n", "<br>");
}

function plain(text: string): string {
  return fit(text, GOOGLE_CHAT_LIMITS.line, { sizeOf: jsonBytes });
}

function button(text: string, url: string): object {
  return { text, onClick: { openLink: { url } } };
}

function widgetsOf(
  content: NotificationContent,
  { manage_url }: Recipient,
  texts: MessageTexts,
): Widget[] {
  const { line, text } = GOOGLE_CHAT_LIMITS;
  const { labels, color } = texts;
  const said = richText(
    fitLines(texts.lines, text, texts.read_on, (lines) => jsonBytes(richText(lines))),
  );
  const bar = `<font color="#${color}"><b>${html(texts.state, line)}</b></font>`;
  const buttons = [
    button(labels.open, content.url),
    ...(manage_url ? [button(labels.manage, manage_url)] : []),
  ];
  const services = {
    decoratedText: {
      topLabel: plain(labels.services),
      text: html(texts.services, line),
      wrapText: true,
    },
  };
  return [
    { textParagraph: { text: bar } },
    ...(said ? [{ textParagraph: { text: said } }] : []),
    ...(texts.services ? [services] : []),
    { textParagraph: { text: html(texts.time, line) } },
    { buttonList: { buttons } },
  ];
}

/** Google Chat answers 400 both to a wrong key and to a malformed message. */
function readGoogleChat(answer: Answer, address: string): Verdict {
  const gone = WRONG_KEY.test(answer.text) ? [...GONE, 400] : GONE;
  const meanings = { delivered: [200], gone, pause_s: PAUSE_S };
  const verdict = verdictOn(answer, meanings, secretsOf(address));
  if (verdict.outcome !== "delivered") return verdict;
  const { name } = fieldsOf(answer);
  return { ...verdict, answer: "200", provider_id: typeof name === "string" ? name : null };
}

function urlOf(address: string, { thread }: GoogleChatMessage): string {
  const url = new URL(address);
  // Google Chat ignores the thread key without it.
  if (thread) url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
  return url.href;
}

async function post(
  { recipient: { address }, message }: AddressedMessage<GoogleChatMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const headers = { "content-type": "application/json; charset=UTF-8" };
  const call = { headers, body: JSON.stringify(message) };
  const called = await callProvider(urlOf(address, message), call, options);
  return "verdict" in called ? called.verdict : readGoogleChat(called.answer, address);
}

export const googleChat: Channel<GoogleChatMessage> = {
  kind: "google_chat",
  batch: 1,
  canThread: true,
  hostOf: ({ address }) => calledHost(address),
  render(content, recipient) {
    const texts = messageTexts(content);
    const key = content.subject.replace(/[^\w-]/g, "-").slice(0, 100);
    const header = { title: plain(texts.title), subtitle: plain(texts.page) };
    return {
      fallbackText: plain(texts.summary),
      cardsV2: [
        {
          cardId: key,
          card: { header, sections: [{ widgets: widgetsOf(content, recipient, texts) }] },
        },
      ],
      ...(recipient.isThreaded && { thread: { threadKey: key } }),
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
