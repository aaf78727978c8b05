import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ZodType } from "zod";
import type { Channel } from "#lib/channels/channel.ts";
import { GOOGLE_CHAT_LIMITS, googleChat } from "#lib/channels/google-chat.ts";
import { social } from "#lib/channels/mastodon.ts";
import { MATTERMOST_LIMITS, mattermost } from "#lib/channels/mattermost.ts";
import { DIRECT } from "#lib/channels/registry.ts";
import { slack } from "#lib/channels/slack.ts";
import { twilio } from "#lib/channels/sms/twilio.ts";
import { TEAMS_LIMITS, type teams } from "#lib/channels/teams.ts";
import { SHAPES, TEXTS } from "#tests/support/data/hostile-texts.ts";
import { anyContent, anyRecipient, CONTENT, RECIPIENT } from "#tests/support/data/stories.ts";
import {
  DiscordBody,
  GoogleChatBody,
  MattermostBody,
  SlackBody,
  TeamsBody,
  ZoomBody,
} from "#tests/support/stand-ins/schemas.ts";
import {
  faultsOfCard,
  inSlacksTypes,
  unclosedTags,
} from "#tests/support/stand-ins/vendor-parsers.ts";

/** What is sent of a message. */
function sent(message: object): object {
  const { edited: _e, forum_title: _t, fallback: _f, ...body } = message as Record<string, unknown>;
  return body;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

// Mentions that notify somebody, by each vendor's own rules. Slack's and Teams' rich text mentions by
// elements alone, which their schemas do not let through; Google's cards escape their tags.
const AT = /(?<![\w.%+\-\p{L}/])@(everyone|here|channel|all|U1)/iu;
const NEVER = /$^/;

type Vendor = { channel: Channel<object>; schema: ZodType; bytes: number; mention: RegExp };

const CHATS: Vendor[] = [
  { channel: DIRECT.slack, schema: SlackBody, bytes: 40_000, mention: NEVER },
  {
    channel: DIRECT.discord,
    schema: DiscordBody,
    bytes: 60_000,
    mention: /(?<!\\)<[@#:][&!\w]/,
  },
  { channel: DIRECT.teams, schema: TeamsBody, bytes: TEAMS_LIMITS.message, mention: NEVER },
  {
    channel: DIRECT.google_chat,
    schema: GoogleChatBody,
    bytes: GOOGLE_CHAT_LIMITS.message,
    mention: NEVER,
  },
  { channel: DIRECT.mattermost, schema: MattermostBody, bytes: 65_536, mention: AT },
  { channel: DIRECT.zoom, schema: ZoomBody, bytes: 20_000, mention: AT },
];

function cardTexts(message: object): string[] {
  return textsIn((message as ReturnType<typeof googleChat.render>).cardsV2[0].card.sections);
}

/** Texts that a vendor reads as more than plain, without code. */
function proseOf({ channel }: Vendor, message: object): string[] {
  const { username: _u, ...body } = sent(message) as { username?: string };
  return textsIn(channel.kind === "discord" ? withoutFooter(body) : body).filter(
    (text) => !/curl|`/.test(text),
  );
}

function withoutFooter(body: object): object {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === "footer" ? null : value)));
}

/** Faults by what the vendor documents, and by its own parser where it published one. */
function faultsOf({ channel, schema, bytes }: Vendor, message: object): unknown[] {
  const body = sent(message);
  const texts = textsIn(body);
  const faults: unknown[] = [...(schema.safeParse(body).error?.issues ?? [])];
  const size = Buffer.byteLength(JSON.stringify(body));
  if (size > bytes) faults.push(`${size} bytes`);
  faults.push(...texts.filter((text) => /undefined|NaN|\[object/.test(text)));
  faults.push(...texts.filter((text) => !text.isWellFormed()));
  if (channel.kind === "google_chat") faults.push(...cardTexts(message).flatMap(unclosedTags));
  if (channel.kind === "teams")
    faults.push(
      ...faultsOfCard((message as ReturnType<typeof teams.render>).attachments[0].content),
    );
  return faults;
}

for (const vendor of CHATS)
  test(`${vendor.channel.kind}: every message, whatever its texts, is valid by the vendor's rules`, () => {
    const recipient = { ...RECIPIENT, manage_url: "https://acme.status.example/manage/t0ken" };
    for (const [shape, changes] of Object.entries(SHAPES))
      for (const [name, text] of Object.entries(TEXTS)) {
        const line = text.slice(0, 255);
        const services = Array.from({ length: 30 }, () => ({
          name: line || "API",
          state: line.slice(0, 60),
          severity: null,
        }));
        const page = { ...CONTENT.page, name: line || "Acme" };
        const content = { ...CONTENT, title: line, state: line, services, text, page, ...changes };
        const message = vendor.channel.render(content, recipient);
        const about = `${shape}, ${name}`;
        expect(faultsOf(vendor, message), about).toEqual([]);
        const mentions = proseOf(vendor, message).filter((said) => vendor.mention.test(said));
        expect(mentions, about).toEqual([]);
      }
  });

for (const vendor of CHATS)
  test(`${vendor.channel.kind}: whatever is told fits its limits and mentions nobody`, () => {
    fc.assert(
      fc.property(anyContent, anyRecipient, (content, recipient) => {
        const message = vendor.channel.render(content, recipient);
        expect(faultsOf(vendor, message)).toEqual([]);
        expect(proseOf(vendor, message).filter((said) => vendor.mention.test(said))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

const CUT = ["cyrillic", "zalgo", "paragraphs", "lines", "open fence", "table", "styles"];

for (const { channel } of CHATS)
  test(`${channel.kind}: what is cut says so and leads to the whole`, () => {
    for (const name of CUT) {
      const message = channel.render({ ...CONTENT, text: TEXTS[name] ?? "" }, RECIPIENT);
      const texts = textsIn(sent(message));
      const at = texts.findLastIndex((text) => /….{0,90}Read more/su.test(text));
      const sign = texts.findLastIndex((text) => /…\s*$/u.test(text));
      const isSigned = at >= 0 || texts.slice(sign, sign + 12).includes("Read more");
      expect(isSigned && (at >= 0 || sign >= 0), `${name}: ${texts.slice(-30).join("|")}`).toBe(
        true,
      );
    }
  });

test("code is sent as people will copy it, to every chat", () => {
  const code = "curl <token> @all *x* #1 <!channel> a_b [y](z) https://e.de/@all";
  for (const text of [`Run \`${code}\` now`, `Run:\n\n    ${code}`, `\`\`\`\n${code}\n\`\`\``])
    for (const { channel } of CHATS) {
      const texts = textsIn(sent(channel.render({ ...CONTENT, text }, RECIPIENT)));
      const shown = texts
        .join("\n")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&amp;", "&");
      expect(shown, channel.kind).toContain(code);
    }
});

test("Slack's own types accept what is sent", () => {
  const { blocks, attachments } = inSlacksTypes(slack.render(CONTENT, RECIPIENT));
  expect([blocks.length, attachments.length]).toEqual([1, 1]);
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

test("texts and posts keep their limits and links, whatever the texts", () => {
  for (const text of Object.values(TEXTS)) {
    const content = { ...CONTENT, title: text.slice(0, 255), text };
    const post = social.render(content, RECIPIENT).status;
    expect([post.length <= 500, post.endsWith(content.url), AT.test(post)]).toEqual([
      ...[true, true, false],
    ]);
    const sms = twilio.render(content, RECIPIENT);
    expect([sms.segments <= 3, sms.text.endsWith(content.url)]).toEqual([true, true]);
  }
  expect(googleChat.render(CONTENT, RECIPIENT).fallbackText).toBe("Investigating: API slow");
});
