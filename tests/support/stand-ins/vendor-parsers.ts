import { createRequire } from "node:module";
import type { KnownBlock, MessageAttachment } from "@slack/types";
import type { slack } from "#lib/channels/slack.ts";

// Its module needs a bundler.
const cards = createRequire(import.meta.url)(
  "adaptivecards/dist/adaptivecards.js",
) as typeof import("adaptivecards");

/** The faults that Microsoft's own parser finds in a card; Teams alone knows `CodeBlock`. */
export function faultsOfCard(content: object): string[] {
  const context = new cards.SerializationContext(cards.Versions.v1_4);
  const card = new cards.AdaptiveCard();
  card.parse(content, context);
  const events = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at));
  return [...events, ...card.validateProperties().validationEvents]
    .map(({ message }) => message)
    .filter((message) => !/Unknown element type "CodeBlock"/.test(message));
}

/** Compiles only while Slack's own types accept the message. */
export function inSlacksTypes(message: ReturnType<typeof slack.render>): {
  blocks: KnownBlock[];
  attachments: MessageAttachment[];
} {
  return message;
}

const TAG = /<(\/?)([a-z]+)[^>]*>/g;

/** Tags that are not closed in order. */
export function unclosedTags(html: string): string[] {
  const open: string[] = [];
  for (const [tag, slash, name = ""] of html.matchAll(TAG)) {
    if (name === "br") continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return [tag];
  }
  return open;
}
