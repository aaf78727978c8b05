import { randomBytes } from "node:crypto";
import { calledHost, callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Sender, Verdict, Way } from "#lib/channels/channel.ts";
import { inHalves } from "#lib/channels/email/in-halves.ts";
import {
  type EmailMessage,
  inHtml,
  type Letters,
  rendering,
} from "#lib/channels/email/template.ts";
import { neverAgain, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";
import { reached } from "#lib/platform/http/provider-calls.ts";
import { filled } from "#lib/platform/mail/placeholders.ts";

const HOSTS = { us: "https://api.sendgrid.com", eu: "https://api.eu.sendgrid.com" };
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/mail/send`;
}

/** SendGrid replaces these wherever they stand; nobody can write one by chance or guess it. */
function tagsOf(secret: string) {
  return (name: string) => `-${secret}.${name}-`;
}

type Message = Handed<EmailMessage>;
type Tag = ReturnType<typeof tagsOf>;

function personalization({ message: { template, values } }: Message, tag: Tag) {
  const plain = Object.entries(values).map(([name, value]) => [tag(name), value]);
  const html = Object.entries(values).map(([name, value]) => [tag(`${name}_html`), inHtml(value)]);
  const headers = Object.entries(template.headers).map(([name, text]) => [
    name,
    filled(text, (blank) => values[blank] ?? ""),
  ]);
  return {
    to: [{ email: values.email }],
    substitutions: Object.fromEntries([...plain, ...html]),
    headers: { ...Object.fromEntries(headers), "Message-ID": `<${values.message_id}>` },
    custom_args: { message_id: values.message_id },
  };
}

const OFF = { enable: false };

function bodyOf(handed: readonly Message[]): string | null {
  const template = handed[0]?.message.template;
  if (!template) return null;
  const { from, reply_to, subject, text, html } = template;
  const tag = tagsOf(randomBytes(8).toString("hex"));
  return JSON.stringify({
    personalizations: handed.map((one) => personalization(one, tag)),
    from: { email: from.address, name: from.name },
    ...(reply_to && { reply_to: { email: reply_to } }),
    subject: filled(subject, tag),
    content: [
      { type: "text/plain", value: filled(text, tag) },
      { type: "text/html", value: filled(html, (name) => tag(`${name}_html`)) },
    ],
    headers: { "Auto-Submitted": "auto-generated" },
    // With any of them on, SendGrid changes texts: links, a footer, words in place of its own tag.
    tracking_settings: { click_tracking: OFF, open_tracking: OFF, subscription_tracking: OFF },
  });
}

const MEANINGS = { delivered: [202], sender: [401, 403] };

async function post(handed: readonly Message[], { sender, signal }: Way): Promise<Verdict> {
  const body = bodyOf(handed);
  if (!body || !sender?.key) return neverAgain("sender", "no key");
  const headers = { authorization: `Bearer ${sender.key}`, "content-type": "application/json" };
  const way = { sender, ...(signal && { signal }) };
  const called = await callProvider(addressOf(sender), { headers, body }, way);
  if ("verdict" in called) return called.verdict;
  const { answer } = called;
  const secrets = [sender.key, ...handed.map(({ recipient }) => recipient.address)];
  const verdict = verdictOn(answer, MEANINGS, secrets, now());
  if (verdict.outcome !== "delivered") return verdict;
  const id = answer.headers["x-message-id"];
  return { ...verdict, provider_id: typeof id === "string" ? id : null };
}

/** E-mail by SendGrid, up to 1,000 by one call. */
export function sendgrid(letters: Letters): Channel<EmailMessage> {
  return {
    kind: "email",
    batch: BATCH,
    living: true,
    hostOf: (_recipient, sender) => calledHost(reached(addressOf(sender))),
    render: rendering(letters),
    handOver: inHalves(post),
  };
}
