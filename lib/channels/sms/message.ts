import type { Story } from "#lib/channels/channel.ts";
import { cheapest, segmentsOf } from "#lib/channels/sms/segments.ts";
import { type Told, toldOf } from "#lib/channels/told.ts";

export type SmsMessage = { text: string; segments: number };

/** What an update costs at most. */
export const MOST_SEGMENTS = 3;
const NAME = 40;
const HEAD = 120;
// More than fits in any case.
const TEXT = 500;

function beginning(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function endedAtWord(text: string): string {
  const words = text.replace(/\s+\S*$/u, "");
  return `${words.length > text.length / 2 ? words : text}…`.trim();
}

/** As much of a text as fits, with what stands around it. */
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

function compose({ page, summary, text }: Told, url: string): SmsMessage {
  const from = beginning(page, NAME);
  const whole = (head: string, part: string) =>
    cheapest([`${from}: ${head}`, part, url].filter(Boolean).join("\n"));
  const fits = (message: string) => segmentsOf(message).segments <= MOST_SEGMENTS;
  // Whatever becomes of the text, there is room for the mark that says that it goes on.
  const head = cut(beginning(summary, HEAD), (part) => fits(whole(part, "…")));
  const said = beginning(text.replace(/\s+/g, " "), TEXT);
  const message = whole(
    head,
    cut(said, (part) => fits(whole(head, part))),
  );
  return { text: message, segments: segmentsOf(message).segments };
}

const known = new WeakMap<Story, SmsMessage>();

/** A story in at most three segments; its link is whole in any case. */
export function smsOf(story: Story): SmsMessage {
  const message = known.get(story) ?? compose(toldOf(story), story.url);
  known.set(story, message);
  return message;
}
