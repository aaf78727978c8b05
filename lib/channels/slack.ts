import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Recipient, Story, Verdict, Way } from "#lib/channels/channel.ts";
import { fit, HTML_ENTITIES, spelledWith } from "#lib/channels/text.ts";
import { type Told, toldOf } from "#lib/channels/told.ts";
import {
  type Answer,
  askedPause_s,
  delivered,
  fieldsOf,
  neverAgain,
  secretsOf,
  tryAgain,
  verdictOn,
} from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";
import { tellable } from "#lib/platform/http/provider-calls.ts";

/** Characters of Slack's that a text may have; what is longer has the whole message refused. */
const SLACK_LIMITS = {
  section: 3_000,
  context: 2_000,
  button: 75,
  url: 3_000,
  summary: 500,
};

const API = "https://slack.com/api/chat.postMessage";
// What Slack takes of each hook and channel is one message a second.
const PAUSE_S = 1;
const GONE = [401, 403, 404, 410];
// What Slack says in plain text, whatever the status, when a hook can never be used again.
const GONE_WORDS =
  /^(no_service|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|is_archived|action_prohibited|invalid_token|posting_to_general_channel_denied|not_in_channel|invalid_auth|account_inactive|token_revoked)\b/;
const LATER_WORDS = /^(ratelimited|rate_limited|internal_error|fatal_error|service_unavailable)\b/;

type Block = { type: string; [field: string]: unknown };

type SlackMessage = {
  text: string;
  attachments: { color: string; blocks: Block[] }[];
  unfurl_links: false;
  unfurl_media: false;
  /** Only where a bot posts: they make threads. */
  thread_ts?: string;
  reply_broadcast?: boolean;
};

const spell = spelledWith(HTML_ENTITIES);

function mrkdwn(text: string, most: number): Block {
  return { type: "mrkdwn", text: fit(text, most, { spell }) };
}

function plain(text: string, most: number): Block {
  return { type: "plain_text", text: fit(text, most) };
}

function button(label: string, url: string): Block[] {
  if (url.length > SLACK_LIMITS.url) return [];
  return [{ type: "button", text: plain(label, SLACK_LIMITS.button), url }];
}

function blocksOf(story: Story, { manage_url }: Recipient, told: Told): Block[] {
  const { text, state, services, time, page, labels } = told;
  const { section, context } = SLACK_LIMITS;
  const under = [
    services && `${labels.services}: ${services}`,
    [time, page].filter(Boolean).join(" · "),
  ].filter(Boolean);
  return [
    { type: "section", text: mrkdwn(text || state, section) },
    ...under.map((line) => ({ type: "context", elements: [mrkdwn(line, context)] })),
    {
      type: "actions",
      elements: [
        ...button(labels.open, story.url),
        ...(manage_url ? button(labels.manage, manage_url) : []),
      ],
    },
  ];
}

/** A bot may post where an incoming webhook has no threads: `C0123ABC xoxb-…`. */
function botOf({ secret }: Recipient): { channel: string; token: string } | null {
  const [, channel, token] = /^([CGD][A-Z0-9]{2,30}) (xox[bp]-\S+)$/.exec(secret ?? "") ?? [];
  return channel && token ? { channel, token } : null;
}

function verdictOnWord(word: string, said: string, answer: Answer): Verdict | null {
  if (GONE_WORDS.test(word)) return neverAgain("address", word, said);
  if (!LATER_WORDS.test(word)) return null;
  const throttled = /^rate/.test(word);
  const after_s = askedPause_s(answer, throttled ? PAUSE_S : 0);
  return tryAgain(word, { answer: said, throttled, after_s });
}

/** What an incoming webhook's answer means: `ok` alone says that it was posted. */
function readHook(answer: Answer, address: string): Verdict {
  const secrets = secretsOf(address);
  const word = answer.text.trim().slice(0, 60);
  const said = `${answer.status} ${tellable(answer.text, secrets)}`.trim();
  if (answer.status === 200 && word === "ok") return delivered(said);
  const known = verdictOnWord(word, said, answer);
  if (known) return known;
  if (answer.status === 200) return tryAgain("odd answer", { answer: said, unsure: true });
  return verdictOn(answer, { delivered: [], gone: GONE, pause_s: PAUSE_S }, secrets, now());
}

/** What the Web API's answer means: 200 says nothing yet. */
function readPosted(answer: Answer, token: string, thread?: string): Verdict {
  const said = `${answer.status} ${tellable(answer.text, [token])}`.trim();
  if (answer.status !== 200) {
    const meanings = { delivered: [], gone: [401, 403], pause_s: PAUSE_S };
    return verdictOn(answer, meanings, [token], now());
  }
  const { ok, ts, error } = fieldsOf(answer);
  if (ok === true) return delivered("200 ok", thread ?? (typeof ts === "string" ? ts : null));
  const word = String(error ?? "");
  return verdictOnWord(word, said, answer) ?? neverAgain("message", word || "odd answer", said);
}

async function post({ recipient, message }: Handed<SlackMessage>, way: Way): Promise<Verdict> {
  const bot = botOf(recipient);
  const { thread_ts, reply_broadcast, ...hooked } = message;
  const called = await callProvider(
    bot ? API : recipient.address,
    {
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(bot && { authorization: `Bearer ${bot.token}` }),
      },
      body: JSON.stringify(bot ? { channel: bot.channel, ...message } : hooked),
    },
    way,
  );
  if ("verdict" in called) return called.verdict;
  if (!bot) return readHook(called.answer, recipient.address);
  return readPosted(called.answer, bot.token, thread_ts);
}

export const slack: Channel<SlackMessage> = {
  kind: "slack",
  batch: 1,
  living: true,
  hostOf: (recipient) => calledHost(botOf(recipient) ? API : recipient.address),
  render(story, recipient) {
    const told = toldOf(story);
    const { living, earlier } = recipient;
    return {
      text: `*${fit(told.summary, SLACK_LIMITS.summary, { spell })}*`,
      attachments: [{ color: `#${told.color}`, blocks: blocksOf(story, recipient, told) }],
      unfurl_links: false,
      unfurl_media: false,
      // The end is told to the whole channel, too.
      ...(living && earlier && { thread_ts: earlier, reply_broadcast: story.is_over }),
    };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};
