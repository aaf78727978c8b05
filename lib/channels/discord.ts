import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  SendOptions,
} from "#lib/channels/channel.ts";
import { chatMarkdown, DISCORD, spelledIn } from "#lib/channels/chat-markdown.ts";
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

const DISCORD_LIMITS = {
  title: 256,
  description: 3_500,
  state: 700,
  name: 256,
  value: 1_024,
  footer: 256,
  username: 80,
  thread: 100,
  url: 2_048,
  together: 6_000,
};

// Discord restricts senders that keep calling a dead webhook.
const GONE = [401, 403, 404];
const UNKNOWN = [10_003, 10_008];
const NEEDS_THREAD = 220_001;
const REFUSED_NAMES = /discord|clyde|^(everyone|here)$/i;

type Embed = {
  title: string;
  url?: string;
  description: string;
  color: number;
  timestamp: string;
  fields: { name: string; value: string; inline: boolean }[];
  footer: { text: string };
};

type DiscordMessage = {
  username?: string;
  allowed_mentions: { parse: [] };
  embeds: [Embed];
  /** The message to edit instead of posting one; not part of the body. */
  edited: Posted | null;
  /** The name of its thread in a forum, where each message has one; not part of the body. */
  forum_title: string;
};

/** `thread` is set in forums, where each message has its own thread. */
type Posted = { id: string; thread: string | null };

function postedIn(provider_id: string | null): Posted | null {
  const [, thread, id] = /^(?:(\d{1,20})\/)?(\d{1,20})$/.exec(provider_id ?? "") ?? [];
  return id ? { id, thread: thread ?? null } : null;
}

const spell = spelledIn(DISCORD);

function embedOf(content: NotificationContent): Embed {
  const texts = messageTexts(content);
  const { title, description, name, value, footer, url } = DISCORD_LIMITS;
  const state = fit(texts.state, DISCORD_LIMITS.state, { spell });
  const shown = fitLines(
    texts.lines,
    description - state.length - 2,
    texts.read_on,
    (lines) => chatMarkdown(lines, DISCORD).length,
  );
  const field = texts.services && {
    name: fit(texts.labels.services, name),
    value: fit(texts.services, value, { spell }),
    inline: false,
  };
  return {
    title: fit(texts.title, title, { spell }),
    ...(content.url.length <= url && { url: content.url }),
    description: [state, chatMarkdown(shown, DISCORD)].filter(Boolean).join("\n\n"),
    color: Number.parseInt(texts.color, 16),
    timestamp: `${content.posted_at}Z`,
    fields: field ? [field] : [],
    footer: { text: fit([texts.page, texts.time].filter(Boolean).join(" · "), footer) },
  };
}

/** Keeps the query parameters of the pasted address. */
function urlOf(address: string, edited: Posted | null): string {
  const url = new URL(address);
  if (edited) url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${edited.id}`;
  if (edited?.thread) url.searchParams.set("thread_id", edited.thread);
  url.searchParams.set("wait", "true");
  return url.href;
}

function readDiscord(answer: Answer, address: string, isInForum = false): Verdict {
  const { id, channel_id, global } = fieldsOf(answer);
  const secrets = secretsOf(address);
  const verdict = verdictOn(answer, { delivered: [200, 204], gone: GONE }, secrets);
  if (verdict.outcome === "delivered") {
    const provider_id = isInForum ? `${channel_id}/${id}` : String(id ?? "");
    return { ...verdict, answer: "200", provider_id: postedIn(provider_id) && provider_id };
  }
  if (verdict.outcome !== "try_again" || verdict.about !== "moment") return verdict;
  const isGlobal = global === true || answer.headers["x-ratelimit-global"] === "true";
  if (!isGlobal) return verdict;
  return { ...verdict, reason: "global rate limit", scope: "provider" };
}

async function call(
  { recipient, message: { edited, forum_title: _, ...body } }: AddressedMessage<DiscordMessage>,
  options: SendOptions,
  thread_name?: string,
): Promise<Answer | Verdict> {
  const called = await callProvider(
    urlOf(recipient.address, edited),
    {
      method: edited ? "PATCH" : "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, ...(thread_name && { thread_name }) }),
    },
    options,
  );
  return "verdict" in called ? called.verdict : called.answer;
}

async function post(
  messages: AddressedMessage<DiscordMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const { recipient, message } = messages;
  const answer = await call(messages, options);
  if ("outcome" in answer) return answer;
  const { code } = fieldsOf(answer);
  if (message.edited && UNKNOWN.includes(Number(code)))
    return post({ recipient, message: { ...message, edited: null } }, options);
  if (code !== NEEDS_THREAD)
    return readDiscord(answer, recipient.address, message.edited?.thread != null);
  const again = await call(messages, options, message.forum_title);
  return "outcome" in again ? again : readDiscord(again, recipient.address, true);
}

export const discord: Channel<DiscordMessage> = {
  kind: "discord",
  batch: 1,
  canThread: true,
  hostOf: ({ address }) => calledHost(address),
  render(content, { isThreaded, earlier }) {
    const { page, title } = messageTexts(content);
    const username = fit(page, DISCORD_LIMITS.username);
    return {
      ...(username && !REFUSED_NAMES.test(username) && { username }),
      allowed_mentions: { parse: [] },
      embeds: [embedOf(content)],
      edited: isThreaded ? postedIn(earlier) : null,
      forum_title: fit(title, DISCORD_LIMITS.thread),
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
