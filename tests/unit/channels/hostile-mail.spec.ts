import { expect, test } from "@playwright/test";
import fc from "fast-check";
import PostalMime, { type Email } from "postal-mime";
import type { NotificationContent } from "#lib/channels/channel.ts";
import { type EmailMessage, rawOf, rendering } from "#lib/channels/email/message.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { emailRendererFor } from "#lib/notifications/email-content.ts";
import type { Look } from "#lib/notifications/email-letter.ts";
import { letterheadOf } from "#lib/pages/branding/letterhead.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { MAX_HTML_BYTES, renderLetter } from "#lib/platform/mail/letter.ts";
import { confirmationLetter } from "#lib/subscribers/sign-up/messages.ts";
import { SHAPES, TEXTS } from "#tests/support/data/hostile-texts.ts";
import { anyContent, CONTENT, RECIPIENT } from "#tests/support/data/stories.ts";

const settings = parseSettings({});
const grant = { address: "https://acme.status.example" } as unknown as PageGrant;
const page = { subdomain: "acme", updated_at: CONTENT.posted_at };
const look = { page, settings } as unknown as Look;
const FROM = "status@example.com";
const TO = "ada@example.org";
const links = {
  manage_url: "https://acme.status.example/manage/t0ken",
  unsubscribe_url: "https://acme.status.example/unsubscribe/t0ken",
};
const recipient = { ...RECIPIENT, ...links, address: TO };

/** Texts may span lines that a header cannot: then its rest would be a header of its own. */
const LINES = {
  ...TEXTS,
  header: "Down\r\nBcc: eve@example.net\r\n\r\nbody",
  "encoded word": "=?utf-8?B?QmNjOiBldmVAZXhhbXBsZS5uZXQ=?= =?x",
  "line separators": "a\u2028b\u2029c\u0085d\te",
  "name with address": '"Eve" <eve@example.net>, x@example.net;',
};

async function notificationOf(content: NotificationContent): Promise<EmailMessage> {
  const envelope = { from_address: FROM, earlier: [] };
  return rendering(await emailRendererFor(grant, look, [content], envelope))(content, recipient);
}

function confirmationOf(name: string): EmailMessage {
  const head = letterheadOf(grant as never, settings, { name, lang: "de", template: null });
  const asked = { email: TO, confirm_url: recipient.manage_url, what: name, metadata: {} };
  const letter = confirmationLetter(translator("de"), name, asked);
  const written = { ...letter, ...renderLetter(head, letter), headers: {} };
  const template = { ...written, from: { name, address: FROM }, reply_to: null };
  return { template, values: { ...links, email: TO, message_id: "m@x", references: "" } };
}

const HEADERS = new Set(
  "from to subject message-id auto-submitted date mime-version content-type list-id precedence in-reply-to references list-unsubscribe list-unsubscribe-post".split(
    " ",
  ),
);
const ACTIVE = /<script|<iframe|<form|\son\w+\s*=|javascript:/i;

function headerFaults(mail: Email): unknown[] {
  const keys = mail.headers.map(({ key }) => key);
  return [
    ...keys.filter((key) => !HEADERS.has(key)),
    ...keys.filter((key, at) => keys.indexOf(key) !== at),
    ...[mail.from?.address, mail.to?.map(({ address }) => address).join()].filter(
      (address) => address !== FROM && address !== TO,
    ),
    ...(mail.cc ?? []),
    ...(mail.bcc ?? []),
    ...(mail.subject ? [] : ["no subject"]),
  ];
}

/** Faults by a parser that is not ours. */
async function faultsOf(message: EmailMessage, link: string): Promise<unknown[]> {
  const raw = rawOf(message) ?? "";
  const mail = await PostalMime.parse(raw);
  const { subject = "", text = "", html = "" } = mail;
  // Quoted attributes and texts are no elements.
  const markup = html.replaceAll(/"[^"]*"/g, '""').replaceAll(/>[^<]*</g, "><");
  return [
    ...headerFaults(mail),
    ...raw.split("\r\n").filter((line) => Buffer.byteLength(line) > 998 || /[\r\n]/.test(line)),
    ...(`${subject}${text}${html}`.match(/.{0,50}(undefined|NaN|\[object).{0,30}/) ?? []),
    ...[subject, text, html].filter((part) => !part.isWellFormed()),
    ...(subject.match(/[\p{Cc}\u2028]/gu) ?? []),
    ...(Buffer.byteLength(html) > MAX_HTML_BYTES ? [`${Buffer.byteLength(html)} bytes`] : []),
    ...(markup.match(ACTIVE) ?? []),
    ...[text, html].filter((part) => !part.includes(link)).map((part) => part.slice(-300)),
    ...mail.attachments,
  ];
}

function filledWith(text: string): NotificationContent {
  const line = [...text].slice(0, 200).join("");
  const service = { name: line || "API", state: [...text].slice(0, 60).join(""), severity: null };
  const services = Array.from({ length: 30 }, () => service);
  const named = { ...CONTENT.page, name: line || "Acme" };
  return {
    ...CONTENT,
    title: line,
    state: line || "Down",
    alert: line,
    text,
    services,
    page: named,
  };
}

test("every mail, whatever its texts, is one mail to one reader, who can leave", async () => {
  for (const [shape, changes] of Object.entries(SHAPES))
    for (const [name, text] of Object.entries(LINES)) {
      const message = await notificationOf({ ...filledWith(text), ...changes });
      const faults = await faultsOf(message, recipient.unsubscribe_url);
      expect(faults, `${shape}, ${name}`).toEqual([]);
    }
});

test("every confirmation, whatever the page's name, is one mail with its link", async () => {
  for (const [name, text] of Object.entries(LINES)) {
    const message = confirmationOf([...text].slice(0, 200).join("") || "Acme");
    expect(await faultsOf(message, recipient.manage_url), name).toEqual([]);
  }
});

test("whatever is told makes a valid mail", async () => {
  await fc.assert(
    fc.asyncProperty(anyContent, async (content) => {
      const message = await notificationOf(content);
      expect(await faultsOf(message, recipient.unsubscribe_url)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
