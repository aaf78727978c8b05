import { expect, test } from "@playwright/test";
import type { NotificationContent } from "#lib/channels/channel.ts";
import { discord } from "#lib/channels/discord.ts";
import { googleChat } from "#lib/channels/google-chat.ts";
import { mattermost } from "#lib/channels/mattermost.ts";
import { slack } from "#lib/channels/slack.ts";
import { teams } from "#lib/channels/teams.ts";
import { zoom } from "#lib/channels/zoom.ts";
import { CONTENT, RECIPIENT } from "#tests/support/data/stories.ts";

const TEXT = `## Now: EU-West
Use **\`curl <token>\`** or ask <ops@example.com>, [the *plan*](/plan_(2)), https://example.com/a_b.
2026. is no list: 5 * 3 @all

- one
- two
  1. deep ~~gone~~

> quoted

\`\`\`sh
  curl '<token>' @all
\`\`\``;

const content: NotificationContent = {
  ...CONTENT,
  title: "EU-West: *API* (v2) – 50% `slow` @here!",
  text: TEXT,
  services: [{ name: "A_B (EU) @all", state: "", severity: null }],
};

const PLAN = "https://acme.status.example/plan_%282%29";
const END = "- one\n- two\n  1. deep ~~gone~~\n\n> quoted\n\n```\n  curl '<token>' @all\n```";

test("Discord: Markdown, with what is no Markdown escaped; a forum's thread has the plain title", () => {
  const { embeds, forum_title } = discord.render(content, RECIPIENT);
  expect(embeds[0]).toMatchObject({
    title: "EU\\-West\\: \\*API\\* \\(v2\\) – 50% \\`slow\\` \\@here\\!",
    description: `Investigating · Disruption

**Now\\: EU\\-West**

Use **\`curl <token>\`** or ask ops@example.com, [the *plan*](${PLAN}), <https://example.com/a_b>.
2026\\. is no list\\: 5 \\* 3 \\@all

${END}`,
    fields: [{ value: "A\\_B \\(EU\\) \\@all" }],
  });
  expect(forum_title).toBe(content.title);
});

test("Mattermost: titles are plain text, and only what its parser knows is escaped", () => {
  const [attachment] = mattermost.render(content, RECIPIENT).attachments;
  expect(attachment).toMatchObject({
    fallback: "Investigating: EU-West: *API* (v2) – 50% `slow` @\u200bhere!",
    title: "EU-West: *API* (v2) – 50% `slow` @\u200bhere!",
    text: `Investigating · Disruption

**Now: EU\\-West**

Use **\`curl <token>\`** or ask ops@example.com, [the *plan*](${PLAN}), <https://example.com/a_b>.
2026\\. is no list: 5 \\* 3 @\u200ball

${END}`,
  });
});

test("Slack: rich text, in which signs are signs", () => {
  const [{ elements } = { elements: [] }] = slack.render(content, RECIPIENT).blocks;
  const url = "https://acme.status.example/plan_(2)";
  const text = (said: string, style?: object) => ({
    ...{ type: "text", text: said },
    ...(style && { style }),
  });
  const link = { type: "link", url: "https://example.com/a_b", text: "https://example.com/a_b" };
  const said = [
    text("Now: EU-West", { bold: true }),
    text("\n\nUse "),
    text("curl <token>", { bold: true, code: true }),
    text(" or ask ops@example.com, "),
    { type: "link", url, text: "the " },
    { type: "link", url, text: "plan", style: { italic: true } },
    text(", "),
    link,
    text(".\n2026. is no list: 5 * 3 @all\n\n• one\n• two\n  1. deep "),
    text("gone", { strike: true }),
  ];
  expect(elements).toEqual([
    {
      type: "rich_text_section",
      elements: [text(`Investigating: ${content.title}`, { bold: true })],
    },
    { type: "rich_text_section", elements: said },
    { type: "rich_text_quote", elements: [text("quoted")] },
    { type: "rich_text_preformatted", elements: [text("  curl '<token>' @all")] },
  ]);
});

test("Teams: a block for each line, links that open, and code that can be copied", () => {
  const [{ content: card }] = teams.render(content, RECIPIENT).attachments;
  const [, heading, line, next, , , , , code] = card.body;
  const selectAction = { type: "Action.OpenUrl", url: "https://example.com/a_b" };
  expect(heading).toMatchObject({ inlines: [{ text: "Now: EU-West", weight: "Bolder" }] });
  expect(line).toMatchObject({
    inlines: expect.arrayContaining([
      { type: "TextRun", text: "curl <token>", weight: "Bolder", fontType: "Monospace" },
      { type: "TextRun", text: "https://example.com/a_b", selectAction },
    ]),
  });
  expect(next).toMatchObject({
    spacing: "None",
    inlines: [{ text: "2026. is no list: 5 * 3 @all" }],
  });
  expect(code).toMatchObject({ type: "CodeBlock", codeSnippet: "  curl '<token>' @all" });
});

test("Google Chat: the tags that cards know; Zoom: plain text with addresses", () => {
  const [{ card }] = googleChat.render(content, RECIPIENT).cardsV2;
  expect(JSON.stringify(card)).toContain(
    JSON.stringify(
      '<b>Now: EU-West</b><br><br>Use <b>curl &lt;token&gt;</b> or ask ops@example.com, <a href="https://acme.status.example/plan_(2)">the <i>plan</i></a>, <a href="https://example.com/a_b">https://example.com/a_b</a>.<br>2026. is no list: 5 * 3 @all<br><br>• one<br>• two<br>\u00a0 1. deep <s>gone</s><br><br>&gt; quoted<br><br>  curl \'&lt;token&gt;\' @all',
    ),
  );
  expect(zoom.render(content, RECIPIENT).content.body[1]?.text).toBe(
    "Now: EU-West\n\nUse curl <token> or ask ops@example.com, the plan (https://acme.status.example/plan_(2)), https://example.com/a_b.\n2026. is no list: 5 * 3 @\u200ball\n\n- one\n- two\n  1. deep gone\n\n> quoted\n\n  curl '<token>' @all",
  );
});
