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
import { now } from "#lib/platform/clock.ts";
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

type Run = { type: "TextRun"; text: string; weight?: "Bolder"; size?: "Large"; isSubtle?: boolean };
/** Unlike a TextBlock it renders no Markdown: texts show as written. */
type Line = { type: "RichTextBlock"; inlines: Run[] };

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
        body: [{ type: "Container"; style: string; bleed: true; items: Line[] }, ...Line[]];
        actions: { type: "Action.OpenUrl"; title: string; url: string }[];
      };
    },
  ];
};

function run(text: string, most: number, look: Partial<Run> = {}): Run {
  return { type: "TextRun", text: fit(text, most, { sizeOf: jsonBytes }), ...look };
}

function line(...inlines: Run[]): Line {
  return { type: "RichTextBlock", inlines };
}

function styleOf({ is_over, severity }: NotificationContent): string {
  return STYLES[is_over || severity === null ? "ok" : severity];
}

function linesOf({ text, services, time, page, labels }: MessageTexts): Line[] {
  const paragraphs = fit(text, TEAMS_LIMITS.text, { sizeOf: jsonBytes }).split(/\n{2,}/);
  const said = paragraphs.filter(Boolean).slice(0, 60);
  return [
    ...said.map((paragraph) => line(run(paragraph, TEAMS_LIMITS.text))),
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
  return verdictOn(answer, { delivered: [200, 202], gone }, secretsOf(address), now());
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
