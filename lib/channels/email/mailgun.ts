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

const HOSTS = { us: "https://api.mailgun.net", eu: "https://api.eu.mailgun.net" };
/** As many as one call takes. */
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/${encodeURIComponent(sender?.domain ?? "")}/messages`;
}

// What each has of their own stands beside the mail, by address.
function variable(name: string): string {
  return `%recipient.${name}%`;
}

type Message = Handed<EmailMessage>;

function formOf(handed: readonly Message[]): URLSearchParams | null {
  const template = handed[0]?.message.template;
  if (!template) return null;
  const { from, reply_to, headers, subject, text, html } = template;
  const values = handed.map(({ message }) => message.values);
  const form = new URLSearchParams({
    from: `${JSON.stringify(from.name)} <${from.address}>`,
    subject: filled(subject, variable),
    text: filled(text, variable),
    html: filled(html, (name) => variable(`${name}_html`)),
    "h:Message-Id": `<${variable("message_id")}>`,
    "h:Auto-Submitted": "auto-generated",
    "o:tracking": "no",
    "v:recipient": variable("message_id"),
    "recipient-variables": JSON.stringify(
      Object.fromEntries(values.map((value) => [value.email, variablesOf(value)])),
    ),
  });
  if (reply_to) form.set("h:Reply-To", reply_to);
  for (const [name, value] of Object.entries(headers))
    form.set(`h:${name}`, filled(value, variable));
  for (const { email } of values) form.append("to", email);
  return form;
}

function variablesOf(values: EmailMessage["values"]): Record<string, string> {
  const html = Object.entries(values).map(([name, value]) => [`${name}_html`, inHtml(value)]);
  return { ...values, ...Object.fromEntries(html) };
}

function idIn(text: string): string | null {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}

const MEANINGS = { delivered: [200], sender: [401, 402, 403, 404] };

async function post(handed: readonly Message[], { sender, signal }: Way): Promise<Verdict> {
  const form = formOf(handed);
  if (!form || !sender?.key) return neverAgain("sender", "no key");
  const authorization = `Basic ${Buffer.from(`api:${sender.key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const call = { headers, body: form.toString() };
  const called = await callProvider(addressOf(sender), call, { sender, ...(signal && { signal }) });
  if ("verdict" in called) return called.verdict;
  const { answer } = called;
  const secrets = [sender.key, ...handed.map(({ recipient }) => recipient.address)];
  const verdict = verdictOn(answer, MEANINGS, secrets, now());
  return verdict.outcome === "delivered" ? { ...verdict, provider_id: idIn(answer.text) } : verdict;
}

/** E-mail by Mailgun, up to 1,000 by one call. */
export function mailgun(letters: Letters): Channel<EmailMessage> {
  return {
    kind: "email",
    batch: BATCH,
    living: true,
    hostOf: (_recipient, sender) => calledHost(reached(addressOf(sender))),
    render: rendering(letters),
    handOver: inHalves(post),
  };
}
