import { randomBytes } from "node:crypto";
import type { AddressedMessage, Sender, SendOptions } from "#lib/channels/channel.ts";
import { bulkChannel, type EmailMessage } from "#lib/channels/email/message.ts";
import { callProvider, verdictOn } from "#lib/channels/provider-call.ts";
import { filled } from "#lib/platform/mail/placeholders.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import { refusesUs, type Verdict } from "#lib/platform/verdict.ts";

const HOSTS = { us: "https://api.sendgrid.com", eu: "https://api.eu.sendgrid.com" };
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/mail/send`;
}

/** A random prefix keeps user text from forging a substitution tag. */
function tagsOf(secret: string) {
  return (name: string) => `-${secret}.${name}-`;
}

type Message = AddressedMessage<EmailMessage>;
type Tag = ReturnType<typeof tagsOf>;

function personalization({ message: { template, values } }: Message, tag: Tag) {
  const plain = Object.entries(values).map(([name, value]) => [tag(name), value]);
  const html = Object.entries(values).map(([name, value]) => [
    tag(`${name}_html`),
    escapeHtml(value),
  ]);
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

function bodyOf(messages: readonly Message[]): string | null {
  const template = messages[0]?.message.template;
  if (!template) return null;
  const { from, reply_to, subject, text, html } = template;
  const tag = tagsOf(randomBytes(8).toString("hex"));
  return JSON.stringify({
    personalizations: messages.map((one) => personalization(one, tag)),
    from: { email: from.address, name: from.name },
    ...(reply_to && { reply_to: { email: reply_to } }),
    subject: filled(subject, tag),
    content: [
      { type: "text/plain", value: filled(text, tag) },
      { type: "text/html", value: filled(html, (name) => tag(`${name}_html`)) },
    ],
    headers: { "Auto-Submitted": "auto-generated" },
    // Each of these makes SendGrid rewrite links or texts.
    tracking_settings: { click_tracking: OFF, open_tracking: OFF, subscription_tracking: OFF },
  });
}

const MEANINGS = { delivered: [202], sender: [401, 403] };

async function post(
  messages: readonly Message[],
  { sender, signal }: SendOptions,
): Promise<Verdict> {
  const body = bodyOf(messages);
  if (!body || !sender?.key) return refusesUs("no key");
  const headers = { authorization: `Bearer ${sender.key}`, "content-type": "application/json" };
  const options = { sender, ...(signal && { signal }) };
  const called = await callProvider(addressOf(sender), { headers, body }, options);
  if ("verdict" in called) return called.verdict;
  const { answer } = called;
  const secrets = [sender.key, ...messages.map(({ recipient }) => recipient.address)];
  const verdict = verdictOn(answer, MEANINGS, secrets);
  if (verdict.outcome !== "delivered") return verdict;
  const id = answer.headers["x-message-id"];
  return { ...verdict, provider_id: typeof id === "string" ? id : null };
}

export const sendgrid = bulkChannel(BATCH, addressOf, post);
