import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Recipient, Story, Verdict, Way } from "#lib/channels/channel.ts";
import { fit } from "#lib/channels/text.ts";
import { type Told, toldOf } from "#lib/channels/told.ts";
import { type Answer, neverAgain, secretsOf, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";

/** Characters that widely used clients keep to. */
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
  return { type: "message", text: fit(text, most), ...more };
}

function linkOf(text: string, link: string): Item[] {
  return link.length > ZOOM_LIMITS.url ? [] : [item(text, ZOOM_LIMITS.line, { link })];
}

function bodyOf(story: Story, { manage_url }: Recipient, told: Told): Item[] {
  const { line, text } = ZOOM_LIMITS;
  const style = { color: `#${told.color}`, bold: true };
  return [
    item(told.state, line, { style }),
    ...(told.text ? [item(told.text, text)] : []),
    ...(told.services ? [item(`${told.labels.services}: ${told.services}`, 2 * line)] : []),
    item(told.time, line),
    ...linkOf(told.labels.open, story.url),
    ...(manage_url ? linkOf(told.labels.manage, manage_url) : []),
  ];
}

function readZoom(answer: Answer, { address, secret }: Recipient): Verdict {
  const secrets = [...secretsOf(address), secret];
  return verdictOn(answer, { delivered: [200, 204], gone: [401, 403, 404] }, secrets, now());
}

async function post({ recipient, message }: Handed<ZoomMessage>, way: Way): Promise<Verdict> {
  const { address, secret } = recipient;
  if (!secret) return neverAgain("address", "no verification token");
  const url = new URL(address);
  // Without it the body would be taken for plain text.
  url.searchParams.set("format", "full");
  const headers = { "content-type": "application/json", authorization: secret };
  const called = await callProvider(url.href, { headers, body: JSON.stringify(message) }, way);
  return "verdict" in called ? called.verdict : readZoom(called.answer, recipient);
}

export const zoom: Channel<ZoomMessage> = {
  kind: "zoom",
  batch: 1,
  living: false,
  hostOf: ({ address }) => calledHost(address),
  render(story, recipient) {
    const told = toldOf(story);
    const head = {
      text: fit(told.title, ZOOM_LIMITS.head),
      sub_head: { text: fit(told.page, ZOOM_LIMITS.head) },
    };
    return { content: { head, body: bodyOf(story, recipient, told) } };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
