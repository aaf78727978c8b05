import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  SendOptions,
} from "#lib/channels/channel.ts";
import { recognizeChat } from "#lib/channels/chat-addresses.ts";
import { fit, jsonBytes, type MessageTexts, messageTexts } from "#lib/channels/message-texts.ts";
import {
  type Answer,
  calledHost,
  callProvider,
  fieldsOf,
  secretsOf,
  verdictOn,
} from "#lib/channels/provider-call.ts";
import { blocksOf, bulleted, codeOf, fitLines } from "#lib/channels/text-lines.ts";
import type { Line, Run } from "#lib/core/markdown/lines.ts";
import { refusesPerson, type Verdict } from "#lib/platform/verdict.ts";

/** Bytes of JSON; `message` limits the whole message. */
export const TEAMS_LIMITS = {
  message: 28_000,
  title: 1_500,
  line: 2_500,
  text: 12_000,
  url: 2_048,
};

const GONE = [401, 403, 404, 410];
const OFF = /^(Workflow(Trigger)?(IsNotEnabled|NotFound)|TriggerDisabled)$/;

const STYLES = { major: "attention", minor: "warning", scheduled: "accent", ok: "good" } as const;

type TextRun = {
  type: "TextRun";
  text: string;
  weight?: "Bolder";
  size?: "Large";
  fontType?: "Monospace";
  isSubtle?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  selectAction?: { type: "Action.OpenUrl"; url: string };
};
/** Unlike a TextBlock it renders no Markdown: texts show as written. It knows no line breaks. */
type TextLine = { type: "RichTextBlock"; spacing?: "None"; inlines: TextRun[] };
/** Teams on a desktop lets people copy it; elsewhere the fallback shows. */
type Code = {
  type: "CodeBlock";
  language: "PlainText";
  codeSnippet: string;
  fallback: { type: "Container"; items: TextLine[] };
};

type TeamsMessage = {
  type: "message";
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive";
      contentUrl: null;
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json";
        type: "AdaptiveCard";
        version: "1.4";
        msteams: { width: "full" };
        fallbackText: string;
        body: [
          { type: "Container"; style: string; bleed: true; items: TextLine[] },
          ...(TextLine | Code)[],
        ];
        actions: { type: "Action.OpenUrl"; title: string; url: string }[];
      };
    },
  ];
};

function run(text: string, most: number, look: Partial<TextRun> = {}): TextRun {
  return { type: "TextRun", text: fit(text, most, { sizeOf: jsonBytes }), ...look };
}

function line(...inlines: TextRun[]): TextLine {
  return { type: "RichTextBlock", inlines };
}

function styleOf({ is_over, severity }: NotificationContent): string {
  return STYLES[is_over || severity === null ? "ok" : severity];
}

function textRun(run: Run): TextRun {
  const { text, isStrong, isEmphasized, isStruck, isCode, link } = run;
  return {
    type: "TextRun",
    text,
    ...(isStrong && { weight: "Bolder" }),
    ...(isEmphasized && { italic: true }),
    ...(isStruck && { strikethrough: true }),
    ...(isCode && { fontType: "Monospace" }),
    ...(link && { selectAction: { type: "Action.OpenUrl", url: link.href } }),
  };
}

function textLine({ margin, isApart, runs }: Line): TextLine[] {
  // Clients would collapse spaces.
  const indent = bulleted(margin).replace(/ (?= )|^ /g, "\u00a0");
  const inlines = [...(indent ? [{ text: indent }] : []), ...runs].map(textRun);
  if (inlines.length === 0) return [];
  return [{ type: "RichTextBlock", ...(!isApart && { spacing: "None" }), inlines }];
}

function blockOf(block: Line[]): (TextLine | Code)[] {
  if (block[0]?.kind !== "code") return block.flatMap(textLine);
  const items = block.flatMap(textLine);
  const codeSnippet = codeOf(block);
  if (items.length === 0) return [];
  const fallback = { type: "Container" as const, items };
  return [{ type: "CodeBlock", language: "PlainText", codeSnippet, fallback }];
}

function textOf(lines: readonly Line[]): (TextLine | Code)[] {
  // The head stands apart.
  return blocksOf(lines.map((one, at) => (at === 0 ? { ...one, isApart: true } : one))).flatMap(
    blockOf,
  );
}

const sizeOf = (lines: readonly Line[]) => Buffer.byteLength(JSON.stringify(textOf(lines)));

function linesOf(texts: MessageTexts): (TextLine | Code)[] {
  const { lines, read_on, services, time, page, labels } = texts;
  return [
    ...textOf(fitLines(lines, TEAMS_LIMITS.text, read_on, sizeOf)),
    ...(services
      ? [
          line(
            run(labels.services_lead, TEAMS_LIMITS.line, { weight: "Bolder" }),
            run(services, TEAMS_LIMITS.line),
          ),
        ]
      : []),
    line(run(`${time} · ${page}`, TEAMS_LIMITS.line, { isSubtle: true })),
  ];
}

function actionsOf(
  content: NotificationContent,
  { manage_url }: Recipient,
  { labels }: MessageTexts,
) {
  const links = [
    { title: labels.open, url: content.url },
    ...(manage_url ? [{ title: labels.manage, url: manage_url }] : []),
  ];
  return links
    .filter(({ url }) => url.length <= TEAMS_LIMITS.url)
    .map(({ title, url }) => ({ type: "Action.OpenUrl" as const, title, url }));
}

/** 202 says that the workflow started; nothing else is ever reported. */
function readTeams(answer: Answer, address: string): Verdict {
  const { error } = fieldsOf(answer);
  const code = String((error as { code?: unknown } | null | undefined)?.code ?? "");
  const gone = OFF.test(code) ? [...GONE, answer.status] : GONE;
  return verdictOn(answer, { delivered: [200, 202], gone }, secretsOf(address));
}

async function post(
  { recipient: { address }, message }: AddressedMessage<TeamsMessage>,
  options: SendOptions,
): Promise<Verdict> {
  if (recognizeChat(address) === "retired_teams") return refusesPerson("retired by Microsoft");
  const headers = { "content-type": "application/json" };
  const called = await callProvider(address, { headers, body: JSON.stringify(message) }, options);
  return "verdict" in called ? called.verdict : readTeams(called.answer, address);
}

export const teams: Channel<TeamsMessage> = {
  kind: "teams",
  batch: 1,
  canThread: false,
  hostOf: ({ address }) => calledHost(address),
  render(content, recipient) {
    const texts = messageTexts(content);
    const { title, line: most } = TEAMS_LIMITS;
    const head = [
      line(run(texts.title, title, { weight: "Bolder", size: "Large" })),
      line(run(texts.state, most)),
    ];
    const card = {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json" as const,
      type: "AdaptiveCard" as const,
      version: "1.4" as const,
      msteams: { width: "full" as const },
      fallbackText: fit(texts.summary, title, { sizeOf: jsonBytes }),
      body: [
        { type: "Container", style: styleOf(content), bleed: true, items: head },
        ...linesOf(texts),
      ] as TeamsMessage["attachments"][0]["content"]["body"],
      actions: actionsOf(content, recipient, texts),
    };
    const contentType = "application/vnd.microsoft.card.adaptive";
    return { type: "message", attachments: [{ contentType, contentUrl: null, content: card }] };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};
