import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ZodType } from "zod";
import type { Channel } from "#lib/channels/channel.ts";
import { discord } from "#lib/channels/discord.ts";
import { GOOGLE_CHAT_LIMITS } from "#lib/channels/google-chat.ts";
import { MATTERMOST_LIMITS, mattermost } from "#lib/channels/mattermost.ts";
import { DIRECT } from "#lib/channels/registry.ts";
import { TEAMS_LIMITS } from "#lib/channels/teams.ts";
import { anyContent, anyRecipient, CONTENT, RECIPIENT } from "#tests/support/data/stories.ts";
import {
  DiscordBody,
  GoogleChatBody,
  MattermostBody,
  SlackBody,
  TeamsBody,
  ZoomBody,
} from "#tests/support/stand-ins/schemas.ts";

/** What is sent of a message. */
function sent(message: object): object {
  const { edited: _, ...body } = message as { edited?: unknown };
  return body;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const CHATS: [Channel<object>, ZodType, number][] = [
  [DIRECT.slack, SlackBody, 40_000],
  [DIRECT.discord, DiscordBody, 60_000],
  [DIRECT.teams, TeamsBody, TEAMS_LIMITS.message],
  [DIRECT.google_chat, GoogleChatBody, GOOGLE_CHAT_LIMITS.message],
  [DIRECT.mattermost, MattermostBody, 65_536],
  [DIRECT.zoom, ZoomBody, 20_000],
];

// What makes a mention anywhere: of everybody, a person, a role, a space.
const MENTIONS = /(?<![\w.%+\-\p{L}])@(everyone|here|channel|all|U1)|<[!@][a-z&U1]|<users\/|<at>/iu;

for (const [channel, schema, bytes] of CHATS)
  test(`${channel.kind}: whatever is told fits its limits, is valid and mentions nobody`, () => {
    fc.assert(
      fc.property(anyContent, anyRecipient, (content, recipient) => {
        const body = sent(channel.render(content, recipient));
        expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(bytes);
        const texts = textsIn(body);
        expect(texts.filter((text) => MENTIONS.test(text))).toEqual([]);
        expect(texts.filter((text) => /undefined|NaN|\[object/.test(text))).toEqual([]);
        expect(texts.every((text) => text.isWellFormed())).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

test("a title that wants to wake everybody reaches nobody's ears", () => {
  const title = "<!channel> @everyone <@U1> [x](javascript:alert(1))";
  const content = { ...CONTENT, title, text: title };
  for (const [channel] of CHATS) {
    const texts = textsIn(sent(channel.render(content, RECIPIENT)));
    expect(texts.join("\n")).not.toMatch(MENTIONS);
    expect(texts.join("\n").replaceAll("\u200b", "").replaceAll("\\", "")).toMatch(/everyone/);
  }
  const [embed] = discord.render(content, RECIPIENT).embeds;
  expect(embed.title).toContain("\\[x\\]\\(javascript");
  const [attachment] = mattermost.render(content, RECIPIENT).attachments;
  expect(attachment.title).toContain("\\[x\\]\\(javascript");
});

test("a post stays one post in Mattermost", () => {
  fc.assert(
    fc.property(anyContent, anyRecipient, (content, recipient) => {
      const [{ text, title, fallback }] = mattermost.render(content, recipient).attachments;
      expect(`${text}${title}${fallback}`.length).toBeLessThan(MATTERMOST_LIMITS.post);
    }),
    { numRuns: 10 },
  );
});

test("addresses in a text stay addresses, and e-mail addresses can be copied", () => {
  const text = "See https://example.com/a_b_c?d=*x* or write to help@example.com. @all: done";
  const content = { ...CONTENT, text };
  const [embed] = discord.render(content, RECIPIENT).embeds;
  expect(embed.description).toContain("https://example.com/a_b_c?d=");
  expect(embed.description).toContain("help@example.com");
  const [attachment] = mattermost.render(content, RECIPIENT).attachments;
  expect(attachment.text).toContain("@\u200ball");
});
