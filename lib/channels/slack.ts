import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  SendOptions,
} from "#lib/channels/channel.ts";
import {
  fit,
  HTML_ENTITIES,
  type MessageTexts,
  messageTexts,
  spelledWith,
} from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  fieldsOf,
  retryPause_s,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { now } from "#lib/platform/clock.ts";
import { redact } from "#lib/platform/http/provider-calls.ts";
import {
  delivered,
  refusesMessage,
  refusesPerson,
  tryAgain,
  type Verdict,
} from "#lib/platform/verdict.ts";

/** Slack's limits in characters; it refuses the whole message beyond them. */
const SLACK_LIMITS = {
  section: 3_000,
  context: 2_000,
  button: 75,
  url: 3_000,
  summary: 500,
};

const API = "https://slack.com/api/chat.postMessage";
// Slack accepts one message a second per hook and channel.
const PAUSE_S = 1;
const GONE = [401, 403, 404, 410];
// Plain-text answers, of any status, that end a hook for good.
const GONE_WORDS =
  /^(no_service|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|is_archived|action_prohibited|invalid_token|posting_to_general_channel_denied|not_in_channel|invalid_auth|account_inactive|token_revoked)\b/;
const LATER_WORDS = /^(ratelimited|rate_limited|internal_error|fatal_error|service_unavailable)\b/;

type Block = { type: string; [field: string]: unknown };

type SlackMessage = {
  text: string;
  attachments: { color: string; blocks: Block[] }[];
  unfurl_links: false;
  unfurl_media: false;
  /** Threads need a bot; webhooks cannot make them. */
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

function blocksOf(
  content: NotificationContent,
  { manage_url }: Recipient,
  texts: MessageTexts,
): Block[] {
  const { text, state, services, time, page, labels } = texts;
  const { section, context } = SLACK_LIMITS;
  const under = [
    services && `${labels.services_lead}${services}`,
    [time, page].filter(Boolean).join(" · "),
  ].filter(Boolean);
  return [
    { type: "section", text: mrkdwn(text || state, section) },
    ...under.map((line) => ({ type: "context", elements: [mrkdwn(line, context)] })),
    {
      type: "actions",
      elements: [
        ...button(labels.open, content.url),
        ...(manage_url ? button(labels.manage, manage_url) : []),
      ],
    },
  ];
}

/** Reads `C0123ABC xoxb-…`: a bot can make threads, a webhook cannot. */
function botOf({ secret }: Recipient): { channel: string; token: string } | null {
  const [, channel, token] = /^([CGD][A-Z0-9]{2,30}) (xox[bp]-\S+)$/.exec(secret ?? "") ?? [];
  return channel && token ? { channel, token } : null;
}

function verdictOnWord(word: string, said: string, answer: Answer): Verdict | null {
  if (GONE_WORDS.test(word)) return refusesPerson(word, said);
  if (!LATER_WORDS.test(word)) return null;
  const throttled = /^rate/.test(word);
  const after_s = retryPause_s(answer, throttled ? PAUSE_S : 0);
  return tryAgain(word, { answer: said, throttled, after_s });
}

/** Only the answer `ok` means that a webhook posted the message. */
function readHook(answer: Answer, address: string): Verdict {
  const secrets = secretsOf(address);
  const word = answer.text.trim().slice(0, 60);
  const said = `${answer.status} ${redact(answer.text, secrets)}`.trim();
  if (answer.status === 200 && word === "ok") return delivered(said);
  const known = verdictOnWord(word, said, answer);
  if (known) return known;
  if (answer.status === 200) return tryAgain("odd answer", { answer: said, unsure: true });
  return verdictOn(answer, { delivered: [], gone: GONE, pause_s: PAUSE_S }, secrets, now());
}

/** Status 200 of the Web API does not mean success. */
function readPosted(answer: Answer, token: string, thread?: string): Verdict {
  const said = `${answer.status} ${redact(answer.text, [token])}`.trim();
  if (answer.status !== 200) {
    const meanings = { delivered: [], gone: [401, 403], pause_s: PAUSE_S };
    return verdictOn(answer, meanings, [token], now());
  }
  const { ok, ts, error } = fieldsOf(answer);
  if (ok === true) return delivered("200 ok", thread ?? (typeof ts === "string" ? ts : null));
  const word = String(error ?? "");
  return verdictOnWord(word, said, answer) ?? refusesMessage(word || "odd answer", said);
}

async function post(
  { recipient, message }: AddressedMessage<SlackMessage>,
  options: SendOptions,
): Promise<Verdict> {
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
    options,
  );
  if ("verdict" in called) return called.verdict;
  if (!bot) return readHook(called.answer, recipient.address);
  return readPosted(called.answer, bot.token, thread_ts);
}

export const slack: Channel<SlackMessage> = {
  kind: "slack",
  batch: 1,
  canThread: true,
  hostOf: (recipient) => calledHost(botOf(recipient) ? API : recipient.address),
  render(content, recipient) {
    const texts = messageTexts(content);
    const { isThreaded, earlier } = recipient;
    return {
      text: `*${fit(texts.summary, SLACK_LIMITS.summary, { spell })}*`,
      attachments: [{ color: `#${texts.color}`, blocks: blocksOf(content, recipient, texts) }],
      unfurl_links: false,
      unfurl_media: false,
      // The final update goes to the whole channel, too.
      ...(isThreaded && earlier && { thread_ts: earlier, reply_broadcast: content.is_over }),
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
