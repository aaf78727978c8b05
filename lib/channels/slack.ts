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
import { blocksOf, bulleted, codeOf, fitLines } from "#lib/channels/text-lines.ts";
import { type Line, plainOf, type Run } from "#lib/core/markdown/lines.ts";
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
  text: 3_000,
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
// Better a plain message than none.
const BLOCKS_REFUSED = /\binvalid_(blocks|attachments)\b/;
const LATER_WORDS = /^(ratelimited|rate_limited|internal_error|fatal_error|service_unavailable)\b/;

type Plain = { type: "plain_text"; text: string; emoji: false };
type Button = { type: "button"; text: Plain; url: string };
type Block = { type: "context"; elements: Plain[] } | { type: "actions"; elements: Button[] };

type Look = { text: string; style?: Style };
type Element = (Look & { type: "text" }) | (Look & { type: "link"; url: string });
type Style = { bold?: true; italic?: true; strike?: true; code?: true };
type RichTextPart =
  | { type: "rich_text_section"; elements: Element[] }
  | { type: "rich_text_quote"; elements: Element[] }
  | { type: "rich_text_preformatted"; elements: { type: "text"; text: string }[] };

type SlackMessage = {
  /** For notifications and screen readers. */
  text: string;
  mrkdwn: false;
  /** Rich text shows as written: mrkdwn has no escapes for its marks, and expands mentions. */
  blocks: { type: "rich_text"; elements: RichTextPart[] }[];
  attachments: { color: string; blocks: Block[] }[];
  unfurl_links: false;
  unfurl_media: false;
  /** Threads need a bot; webhooks cannot make them. */
  thread_ts?: string;
  reply_broadcast?: boolean;
  /** Replaces blocks that Slack refuses; not part of the body. */
  fallback: string;
};

const spell = spelledWith(HTML_ENTITIES);

function plain(text: string, most: number): Plain {
  return { type: "plain_text", text: fit(text, most), emoji: false };
}

function button(label: string, url: string): Button[] {
  if (url.length > SLACK_LIMITS.url) return [];
  return [{ type: "button", text: plain(label, SLACK_LIMITS.button), url }];
}

function styleOf({ isStrong, isEmphasized, isStruck, isCode }: Run): Style | null {
  const style: Style = {
    ...(isStrong && { bold: true }),
    ...(isEmphasized && { italic: true }),
    ...(isStruck && { strike: true }),
    ...(isCode && { code: true }),
  };
  return Object.keys(style).length > 0 ? style : null;
}

function elementOf(run: Run): Element {
  const { text, link } = run;
  const style = styleOf(run);
  const look = style && { style };
  return link ? { type: "link", url: link.href, text, ...look } : { type: "text", text, ...look };
}

/** Joins plain texts. Slack refuses empty ones. */
function joined(elements: readonly Element[]): Element[] {
  const all: Element[] = [];
  for (const element of elements) {
    const last = all.at(-1);
    const isPlain = element.type === "text" && !element.style;
    if (isPlain && last?.type === "text" && !last.style)
      all[all.length - 1] = { type: "text", text: last.text + element.text };
    else if (element.text !== "") all.push(element);
  }
  return all;
}

function partOf([first, ...rest]: Line[]): RichTextPart {
  const { kind, margin = "", runs = [] } = first ?? {};
  if (kind === "code" && first) {
    const text = codeOf([first, ...rest]) || " ";
    return { type: "rich_text_preformatted", elements: [{ type: "text", text }] };
  }
  const isQuote = margin.startsWith("> ");
  const indent = { text: bulleted(isQuote ? margin.slice(2) : margin) };
  const elements = [indent, ...runs].map(elementOf);
  return { type: isQuote ? "rich_text_quote" : "rich_text_section", elements };
}

/** Joins lines of one kind: each part stands alone in Slack. */
function partsOf(lines: readonly Line[]): RichTextPart[] {
  const parts: RichTextPart[] = [];
  for (const block of blocksOf(lines)) {
    const part = partOf(block);
    const last = parts.at(-1);
    const text = block[0]?.isApart ? "\n\n" : "\n";
    if (last?.type !== part.type || last.type === "rich_text_preformatted") parts.push(part);
    else last.elements.push({ type: "text", text }, ...part.elements);
  }
  for (const part of parts)
    if (part.type !== "rich_text_preformatted") part.elements = joined(part.elements);
  return parts.filter(({ elements }) => elements.length > 0);
}

/** Characters; a sixth of the bytes where every other one has another style. */
function sizeOf(lines: readonly Line[]): number {
  const bytes = Buffer.byteLength(JSON.stringify(partsOf(lines)));
  return Math.max(plainOf(lines).length, Math.ceil(bytes / 6));
}

function richText({ summary, lines, read_on }: MessageTexts): SlackMessage["blocks"][number] {
  const text = fit(summary, SLACK_LIMITS.summary);
  const title: RichTextPart = {
    type: "rich_text_section",
    elements: [{ type: "text", text, style: { bold: true } }],
  };
  const said = fitLines(lines, SLACK_LIMITS.text, read_on, sizeOf);
  return { type: "rich_text", elements: [title, ...partsOf(said)] };
}

function blocksUnder(
  content: NotificationContent,
  { manage_url }: Recipient,
  { services, time, page, labels }: MessageTexts,
): Block[] {
  const under = [
    services && `${labels.services_lead}${services}`,
    [time, page].filter(Boolean).join(" · "),
  ].filter(Boolean);
  const buttons = [
    ...button(labels.open, content.url),
    ...(manage_url ? button(labels.manage, manage_url) : []),
  ];
  return [
    ...under.map((line) => ({
      type: "context" as const,
      elements: [plain(line, SLACK_LIMITS.context)],
    })),
    ...(buttons.length > 0 ? [{ type: "actions" as const, elements: buttons }] : []),
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
  return verdictOn(answer, { delivered: [], gone: GONE, pause_s: PAUSE_S }, secrets);
}

/** Status 200 of the Web API does not mean success. */
function readPosted(answer: Answer, token: string, thread?: string): Verdict {
  const said = `${answer.status} ${redact(answer.text, [token])}`.trim();
  if (answer.status !== 200) {
    const meanings = { delivered: [], gone: [401, 403], pause_s: PAUSE_S };
    return verdictOn(answer, meanings, [token]);
  }
  if (answer.text === "") return tryAgain("no answer", { answer: said, unsure: true });
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
  const { fallback, ...posted } = message;
  const { thread_ts, reply_broadcast, ...hooked } = posted;
  const called = await callProvider(
    bot ? API : recipient.address,
    {
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(bot && { authorization: `Bearer ${bot.token}` }),
      },
      body: JSON.stringify(bot ? { channel: bot.channel, ...posted } : hooked),
    },
    options,
  );
  if ("verdict" in called) return called.verdict;
  if (BLOCKS_REFUSED.test(called.answer.text) && message.blocks.length > 0) {
    const plainly = { ...message, text: fallback, blocks: [], attachments: [] };
    return post({ recipient, message: plainly }, options);
  }
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
    const summary = fit(texts.summary, SLACK_LIMITS.summary, { spell });
    return {
      text: summary,
      mrkdwn: false,
      blocks: [richText(texts)],
      attachments: [{ color: `#${texts.color}`, blocks: blocksUnder(content, recipient, texts) }],
      fallback: `${summary}\n${content.url}`,
      unfurl_links: false,
      unfurl_media: false,
      // The final update goes to the whole channel, too.
      ...(isThreaded && earlier && { thread_ts: earlier, reply_broadcast: content.is_over }),
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
