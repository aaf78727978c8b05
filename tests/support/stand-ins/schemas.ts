import { z } from "zod";

const web = z.url({ protocol: /^https?$/ });
const color = z.string().regex(/^#[0-9a-f]{6}$/i);
const some = (most: number) => z.string().min(1).max(most);

const plainText = (most: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: some(most), emoji: z.literal(false) });

const slackBlock = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("context"),
    elements: z.array(plainText(3_000)).min(1).max(10),
  }),
  z.strictObject({
    type: z.literal("actions"),
    elements: z
      .array(
        z.strictObject({ type: z.literal("button"), text: plainText(75), url: web.max(3_000) }),
      )
      .min(1)
      .max(25),
  }),
]);

// Text and links alone: nothing that mentions anybody.
const yes = z.literal(true).optional();
const style = z.strictObject({ bold: yes, italic: yes, strike: yes, code: yes }).optional();
const richElement = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: some(4_000), style }),
  z.strictObject({ type: z.literal("link"), text: some(4_000), url: web.max(3_000), style }),
]);
const richText = z.strictObject({
  type: z.literal("rich_text"),
  elements: z
    .array(
      z.strictObject({
        type: z.enum(["rich_text_section", "rich_text_quote", "rich_text_preformatted"]),
        elements: z.array(richElement).min(1),
      }),
    )
    .min(1),
});

export const SlackBody = z.strictObject({
  text: some(4_000).regex(/^[^<>]*$/),
  mrkdwn: z.literal(false),
  blocks: z.array(richText).max(50),
  attachments: z.array(z.strictObject({ color, blocks: z.array(slackBlock).min(1) })).max(20),
  unfurl_links: z.literal(false),
  unfurl_media: z.literal(false),
  channel: z.string().optional(),
  thread_ts: z.string().optional(),
  reply_broadcast: z.boolean().optional(),
});

const embed = z.strictObject({
  title: some(256),
  url: web.max(2_048).optional(),
  description: some(4_096),
  color: z.int().min(0).max(0xffffff),
  timestamp: z.iso.datetime(),
  fields: z
    .array(z.strictObject({ name: some(256), value: some(1_024), inline: z.boolean() }))
    .max(25),
  footer: z.strictObject({ text: some(2_048) }),
});

export const DiscordBody = z
  .strictObject({
    username: some(80)
      .regex(/^(?!.*(discord|clyde))/i)
      .optional(),
    thread_name: some(100).optional(),
    allowed_mentions: z.strictObject({ parse: z.array(z.never()).max(0) }),
    embeds: z.array(embed).min(1).max(10),
  })
  .refine(({ embeds }) => {
    const texts = embeds.flatMap(({ title, description, footer, fields }) => [
      title,
      description,
      footer.text,
      ...fields.flatMap(({ name, value }) => [name, value]),
    ]);
    return texts.join("").length <= 6_000;
  });

const run = z.strictObject({
  type: z.literal("TextRun"),
  // A run knows no line breaks.
  text: z.string().regex(/^[^\n]*$/),
  weight: z.literal("Bolder").optional(),
  size: z.literal("Large").optional(),
  fontType: z.literal("Monospace").optional(),
  isSubtle: yes,
  italic: yes,
  strikethrough: yes,
  selectAction: z.strictObject({ type: z.literal("Action.OpenUrl"), url: web }).optional(),
});
const line = z.strictObject({
  type: z.literal("RichTextBlock"),
  spacing: z.literal("None").optional(),
  inlines: z.array(run).min(1),
});
const code = z.strictObject({
  type: z.literal("CodeBlock"),
  language: z.literal("PlainText"),
  codeSnippet: z.string().min(1),
  fallback: z.strictObject({ type: z.literal("Container"), items: z.array(line).min(1) }),
});

export const TeamsBody = z.strictObject({
  type: z.literal("message"),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal("application/vnd.microsoft.card.adaptive"),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.string(),
          type: z.literal("AdaptiveCard"),
          version: z.literal("1.4"),
          msteams: z.strictObject({ width: z.literal("full") }),
          fallbackText: some(2_000),
          body: z.tuple(
            [
              z.strictObject({
                type: z.literal("Container"),
                style: z.enum(["attention", "warning", "accent", "good"]),
                bleed: z.literal(true),
                items: z.array(line).min(1),
              }),
            ],
            z.union([line, code]),
          ),
          actions: z
            .array(
              z.strictObject({
                type: z.literal("Action.OpenUrl"),
                title: some(100),
                url: web,
              }),
            )
            .max(6),
        }),
      }),
    )
    .length(1),
});

// https://developers.google.com/workspace/chat/format-messages#card-formatting
const html = z
  .string()
  .regex(
    /^(?:[^<>]|<font color="#[0-9a-f]{6}">|<\/font>|<\/?[bis]>|<br>|<a href="https?:[^"<>\s]+">|<\/a>)*$/i,
  );
const button = z.strictObject({
  text: some(100),
  onClick: z.strictObject({ openLink: z.strictObject({ url: web }) }),
});
const widget = z.union([
  z.strictObject({ textParagraph: z.strictObject({ text: html }) }),
  z.strictObject({
    decoratedText: z.strictObject({ topLabel: z.string(), text: html, wrapText: z.boolean() }),
  }),
  z.strictObject({ buttonList: z.strictObject({ buttons: z.array(button).min(1) }) }),
]);

export const GoogleChatBody = z.strictObject({
  fallbackText: z.string().min(1),
  cardsV2: z
    .array(
      z.strictObject({
        cardId: some(100),
        card: z.strictObject({
          header: z.strictObject({ title: z.string().min(1), subtitle: z.string() }),
          sections: z.array(z.strictObject({ widgets: z.array(widget).min(1) })).min(1),
        }),
      }),
    )
    .length(1),
  thread: z.strictObject({ threadKey: some(4_000) }).optional(),
});

export const MattermostBody = z.strictObject({
  text: z.literal(""),
  attachments: z
    .array(
      z.strictObject({
        fallback: z.string().min(1),
        color,
        title: z.string().min(1),
        title_link: web,
        text: z.string(),
        fields: z.array(
          z.strictObject({ short: z.boolean(), title: z.string(), value: z.string() }),
        ),
        footer: some(300),
      }),
    )
    .length(1),
});

export const ZoomBody = z.strictObject({
  content: z.strictObject({
    head: z.strictObject({
      text: some(250),
      sub_head: z.strictObject({ text: z.string().max(250) }),
    }),
    body: z
      .array(
        z.strictObject({
          type: z.literal("message"),
          text: z.string().min(1),
          style: z.strictObject({ color, bold: z.boolean() }).optional(),
          link: web.optional(),
        }),
      )
      .refine((items) => items.map(({ text }) => text).join("").length <= 4_000),
  }),
});
