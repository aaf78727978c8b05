import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Recipient, Story, Verdict, Way } from "#lib/channels/channel.ts";
import { fit, HTML_ENTITIES, jsonBytes, spelledWith } from "#lib/channels/text.ts";
import { type Told, toldOf } from "#lib/channels/told.ts";
import { type Answer, fieldsOf, secretsOf, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";

/** Bytes as JSON; the whole message may have `message`. */
export const GOOGLE_CHAT_LIMITS = { message: 32_000, line: 2_000, text: 14_000 };

const GONE = [401, 403, 404];
const WRONG_KEY = /API_KEY_INVALID|API key (not valid|expired)/i;
// Google Chat does not say how long; shorter pauses only prolong it.
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

// Texts of cards are simple HTML; headers are plain.
const spell = spelledWith(HTML_ENTITIES);

function html(text: string, most: number): string {
  return fit(text, most, { spell, sizeOf: jsonBytes });
}

function plain(text: string): string {
  return fit(text, GOOGLE_CHAT_LIMITS.line, { sizeOf: jsonBytes });
}

function button(text: string, url: string): object {
  return { text, onClick: { openLink: { url } } };
}

function widgetsOf(story: Story, { manage_url }: Recipient, told: Told): Widget[] {
  const { line, text } = GOOGLE_CHAT_LIMITS;
  const { labels, color } = told;
  const bar = `<font color="#${color}"><b>${html(told.state, line)}</b></font>`;
  const buttons = [
    button(labels.open, story.url),
    ...(manage_url ? [button(labels.manage, manage_url)] : []),
  ];
  const services = {
    decoratedText: {
      topLabel: plain(labels.services),
      text: html(told.services, line),
      wrapText: true,
    },
  };
  return [
    { textParagraph: { text: bar } },
    ...(told.text ? [{ textParagraph: { text: html(told.text, text) } }] : []),
    ...(told.services ? [services] : []),
    { textParagraph: { text: html(told.time, line) } },
    { buttonList: { buttons } },
  ];
}

/** What an answer means; of a wrong key it says 400, as of a message that is not understood. */
function readGoogleChat(answer: Answer, address: string): Verdict {
  const gone = WRONG_KEY.test(answer.text) ? [...GONE, 400] : GONE;
  const meanings = { delivered: [200], gone, pause_s: PAUSE_S };
  const verdict = verdictOn(answer, meanings, secretsOf(address), now());
  if (verdict.outcome !== "delivered") return verdict;
  const { name } = fieldsOf(answer);
  return { ...verdict, answer: "200", provider_id: typeof name === "string" ? name : null };
}

function urlOf(address: string, { thread }: GoogleChatMessage): string {
  const url = new URL(address);
  // Without it the key of the thread is ignored.
  if (thread) url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
  return url.href;
}

async function post(
  { recipient: { address }, message }: Handed<GoogleChatMessage>,
  way: Way,
): Promise<Verdict> {
  const headers = { "content-type": "application/json; charset=UTF-8" };
  const call = { headers, body: JSON.stringify(message) };
  const called = await callProvider(urlOf(address, message), call, way);
  return "verdict" in called ? called.verdict : readGoogleChat(called.answer, address);
}

export const googleChat: Channel<GoogleChatMessage> = {
  kind: "google_chat",
  batch: 1,
  living: true,
  hostOf: ({ address }) => calledHost(address),
  render(story, recipient) {
    const told = toldOf(story);
    const key = story.subject.replace(/[^\w-]/g, "-").slice(0, 100);
    const header = { title: plain(told.title), subtitle: plain(told.page) };
    return {
      fallbackText: plain(told.summary),
      cardsV2: [
        {
          cardId: key,
          card: { header, sections: [{ widgets: widgetsOf(story, recipient, told) }] },
        },
      ],
      ...(recipient.living && { thread: { threadKey: key } }),
    };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
