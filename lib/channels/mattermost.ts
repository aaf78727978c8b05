import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Verdict, Way } from "#lib/channels/channel.ts";
import { fit, inMarkdown } from "#lib/channels/text.ts";
import { toldOf } from "#lib/channels/told.ts";
import { type Answer, fieldsOf, secretsOf, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";

/** Characters; posts over `post` would become several. */
export const MATTERMOST_LIMITS = { post: 16_383, title: 1_000, text: 8_000, field: 2_500 };

// A hook that never was is 400, too, and told by the error's id alone.
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
  { recipient: { address }, message }: Handed<MattermostMessage>,
  way: Way,
): Promise<Verdict> {
  const headers = { "content-type": "application/json" };
  const called = await callProvider(address, { headers, body: JSON.stringify(message) }, way);
  return "verdict" in called ? called.verdict : readMattermost(called.answer, address);
}

const spelled = (text: string, most: number) => fit(text, most, { spell: inMarkdown });

export const mattermost: Channel<MattermostMessage> = {
  kind: "mattermost",
  batch: 1,
  living: false,
  hostOf: ({ address }) => calledHost(address),
  render(story, { manage_url }) {
    const told = toldOf(story);
    const { labels } = told;
    const { title, text, field } = MATTERMOST_LIMITS;
    const links = manage_url ? `\n\n[${labels.manage}](${manage_url})` : "";
    const said = spelled([told.state, told.text].filter(Boolean).join("\n\n"), text);
    const services = { short: false, title: labels.services, value: spelled(told.services, field) };
    return {
      text: "",
      attachments: [
        {
          fallback: spelled(told.summary, title),
          color: `#${told.color}`,
          title: spelled(told.title, title),
          title_link: story.url,
          text: said + links,
          fields: told.services ? [services] : [],
          footer: fit(`${told.time} · ${told.page}`, 300),
        },
      ],
    };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
