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
import { now } from "#lib/clock.ts";
import { filled } from "#lib/mail/blanks.ts";
import { reached } from "#lib/outgoing/reached.ts";

const HOSTS = { us: "https://api.sendgrid.com", eu: "https://api.eu.sendgrid.com" };
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/mail/send`;
}

// What each has of their own is put in for these.
function substitution(name: string): string {
  return `-${name}-`;
}

type Message = Handed<EmailMessage>;

function personalization({ message: { template, values } }: Message) {
  const plain = Object.entries(values).map(([name, value]) => [substitution(name), value]);
  const html = Object.entries(values).map(([name, value]) => [
    substitution(`${name}_html`),
    inHtml(value),
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

function bodyOf(handed: readonly Message[]): string | null {
  const template = handed[0]?.message.template;
  if (!template) return null;
  const { from, reply_to, subject, text, html } = template;
  return JSON.stringify({
    personalizations: handed.map(personalization),
    from: { email: from.address, name: from.name },
    ...(reply_to && { reply_to: { email: reply_to } }),
    subject: filled(subject, substitution),
    content: [
      { type: "text/plain", value: filled(text, substitution) },
      { type: "text/html", value: filled(html, (name) => substitution(`${name}_html`)) },
    ],
    headers: { "Auto-Submitted": "auto-generated" },
    tracking_settings: { click_tracking: OFF, open_tracking: OFF },
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
