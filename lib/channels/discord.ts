import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Story, Verdict, Way } from "#lib/channels/channel.ts";
import { fit, inMarkdown } from "#lib/channels/text.ts";
import { toldOf } from "#lib/channels/told.ts";
import { type Answer, fieldsOf, secretsOf, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";

/** Characters; the texts of an embed together have to stay under `together`. */
const DISCORD_LIMITS = {
  title: 256,
  description: 3_500,
  name: 256,
  value: 1_024,
  footer: 256,
  username: 80,
  thread: 100,
  url: 2_048,
  together: 6_000,
};

// A webhook whose address is gone is not called again: Discord would restrict ours.
const GONE = [401, 403, 404];
// Of a message, and of the thread that was made for it.
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
  /** The message that is edited instead of posting one; not part of the body. */
  edited: Posted | null;
};

/** A message of ours; of one in a forum, where each stands in a thread, that one, too. */
type Posted = { id: string; thread: string | null };

function postedIn(provider_id: string | null): Posted | null {
  const [, thread, id] = /^(?:(\d{1,20})\/)?(\d{1,20})$/.exec(provider_id ?? "") ?? [];
  return id ? { id, thread: thread ?? null } : null;
}

function embedOf(story: Story): Embed {
  const told = toldOf(story);
  const { title, description, name, value, footer, url } = DISCORD_LIMITS;
  const shown = [`${told.state}`, told.text].filter(Boolean).join("\n\n");
  const field = told.services && {
    name: fit(told.labels.services, name),
    value: fit(told.services, value, { spell: inMarkdown }),
    inline: false,
  };
  return {
    title: fit(told.title, title, { spell: inMarkdown }),
    ...(story.url.length <= url && { url: story.url }),
    description: fit(shown, description, { spell: inMarkdown }),
    color: Number.parseInt(told.color, 16),
    timestamp: `${story.posted_at}Z`,
    fields: field ? [field] : [],
    footer: { text: fit([told.page, told.time].filter(Boolean).join(" · "), footer) },
  };
}

/** The call that posts, or edits, with whatever the pasted address asks for. */
function urlOf(address: string, edited: Posted | null): string {
  const url = new URL(address);
  if (edited) url.pathname = `${url.pathname.replace(/\/$/, "")}/messages/${edited.id}`;
  if (edited?.thread) url.searchParams.set("thread_id", edited.thread);
  url.searchParams.set("wait", "true");
  return url.href;
}

/** What an answer means; `retry_after` in seconds stands in the body, too. */
function readDiscord(answer: Answer, address: string, isInForum = false): Verdict {
  const { id, channel_id, retry_after, global } = fieldsOf(answer);
  const secrets = secretsOf(address);
  const verdict = verdictOn(answer, { delivered: [200, 204], gone: GONE }, secrets, now());
  if (verdict.outcome === "delivered") {
    const provider_id = isInForum ? `${channel_id}/${id}` : String(id ?? "");
    return { ...verdict, answer: "200", provider_id: postedIn(provider_id) && provider_id };
  }
  if (verdict.outcome !== "try_again") return verdict;
  const asked_s = typeof retry_after === "number" ? Math.ceil(retry_after) : 0;
  const after_s = Math.max(verdict.after_s, asked_s);
  const isGlobal = global === true || answer.headers["x-ratelimit-global"] === "true";
  if (!isGlobal) return { ...verdict, after_s };
  return { ...verdict, after_s, reason: "global rate limit", scope: "provider" };
}

async function call(
  { recipient, message: { edited, ...body } }: Handed<DiscordMessage>,
  way: Way,
  thread_name?: string,
): Promise<Answer | Verdict> {
  const called = await callProvider(
    urlOf(recipient.address, edited),
    {
      method: edited ? "PATCH" : "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, ...(thread_name && { thread_name }) }),
    },
    way,
  );
  return "verdict" in called ? called.verdict : called.answer;
}

async function post(handed: Handed<DiscordMessage>, way: Way): Promise<Verdict> {
  const { recipient, message } = handed;
  const answer = await call(handed, way);
  if ("outcome" in answer) return answer;
  const { code } = fieldsOf(answer);
  // Somebody deleted the message that was to change.
  if (message.edited && UNKNOWN.includes(Number(code)))
    return post({ recipient, message: { ...message, edited: null } }, way);
  if (code !== NEEDS_THREAD)
    return readDiscord(answer, recipient.address, message.edited?.thread != null);
  const name = fit(message.embeds[0].title, DISCORD_LIMITS.thread);
  const again = await call(handed, way, name);
  return "outcome" in again ? again : readDiscord(again, recipient.address, true);
}

export const discord: Channel<DiscordMessage> = {
  kind: "discord",
  batch: 1,
  living: true,
  hostOf: ({ address }) => calledHost(address),
  render(story, { living, earlier }) {
    const username = fit(toldOf(story).page, DISCORD_LIMITS.username);
    return {
      ...(username && !REFUSED_NAMES.test(username) && { username }),
      allowed_mentions: { parse: [] },
      embeds: [embedOf(story)],
      edited: living ? postedIn(earlier) : null,
    };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
