import type { AddressedMessage, Channel, SendOptions } from "#lib/channels/channel.ts";
import { fit, inMarkdown, messageTexts } from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  fieldsOf,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { now } from "#lib/platform/clock.ts";
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
  return verdictOn(answer, { delivered: [200], gone }, secretsOf(address), now());
}

async function post(
  { recipient: { address }, message }: AddressedMessage<MattermostMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const headers = { "content-type": "application/json" };
  const called = await callProvider(address, { headers, body: JSON.stringify(message) }, options);
  return "verdict" in called ? called.verdict : readMattermost(called.answer, address);
}

const spelled = (text: string, most: number) => fit(text, most, { spell: inMarkdown });

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
    const said = spelled([texts.state, texts.text].filter(Boolean).join("\n\n"), text);
    const services = {
      short: false,
      title: labels.services,
      value: spelled(texts.services, field),
    };
    return {
      text: "",
      attachments: [
        {
          fallback: spelled(texts.summary, title),
          color: `#${texts.color}`,
          title: spelled(texts.title, title),
          title_link: content.url,
          text: said + links,
          fields: texts.services ? [services] : [],
          footer: fit(`${texts.time} · ${texts.page}`, 300),
        },
      ],
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
