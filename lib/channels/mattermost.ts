import type { AddressedMessage, Channel, SendOptions } from "#lib/channels/channel.ts";
import { chatMarkdown, MATTERMOST, spelledIn } from "#lib/channels/chat-markdown.ts";
import { withoutMentions } from "#lib/channels/mentions.ts";
import { fit, messageTexts } from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  fieldsOf,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { fitLines } from "#lib/channels/text-lines.ts";
import type { Verdict } from "#lib/platform/verdict.ts";

/** Characters; Mattermost splits posts longer than `post`. */
export const MATTERMOST_LIMITS = { post: 16_383, title: 1_000, text: 8_000, field: 2_500 };

// Mattermost answers 400 to an unknown hook; only the error's id tells.
const WRONG_HOOK = /^web\.incoming_webhook\.(invalid|channel|user|team)\b/;

type MattermostMessage = {
  text: "";
  attachments: [
    {
      fallback: string;
      color: string;
      title: string;
      title_link: string;
      text: string;
      fields: { short: boolean; title: string; value: string }[];
      footer: string;
    },
  ];
};

function readMattermost(answer: Answer, address: string): Verdict {
  const { id } = fieldsOf(answer);
  const gone = [403, 404, 410, ...(WRONG_HOOK.test(String(id ?? "")) ? [400] : [])];
  return verdictOn(answer, { delivered: [200], gone }, secretsOf(address));
}

async function post(
  { recipient: { address }, message }: AddressedMessage<MattermostMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const headers = { "content-type": "application/json" };
  const called = await callProvider(address, { headers, body: JSON.stringify(message) }, options);
  return "verdict" in called ? called.verdict : readMattermost(called.answer, address);
}

const spell = spelledIn(MATTERMOST);

/** Titles and fallbacks are no Markdown. */
function plain(text: string, most: number): string {
  return fit(withoutMentions(text), most);
}

export const mattermost: Channel<MattermostMessage> = {
  kind: "mattermost",
  batch: 1,
  canThread: false,
  hostOf: ({ address }) => calledHost(address),
  render(content, { manage_url }) {
    const texts = messageTexts(content);
    const { labels } = texts;
    const { title, text, field } = MATTERMOST_LIMITS;
    const links = manage_url ? `\n\n[${labels.manage}](${manage_url})` : "";
    const state = fit(texts.state, title, { spell });
    const lines = fitLines(
      texts.lines,
      text,
      texts.read_on,
      (some) => chatMarkdown(some, MATTERMOST).length,
    );
    const said = [state, chatMarkdown(lines, MATTERMOST)].filter(Boolean).join("\n\n");
    const services = {
      short: false,
      title: labels.services,
      value: fit(texts.services, field, { spell }),
    };
    return {
      text: "",
      attachments: [
        {
          fallback: plain(texts.summary, title),
          color: `#${texts.color}`,
          title: plain(texts.title, title),
          title_link: content.url,
          text: said + links,
          fields: texts.services ? [services] : [],
          footer: plain(`${texts.time} · ${texts.page}`, 300),
        },
      ],
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
