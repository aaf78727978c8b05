import { randomBytes } from "node:crypto";
import type { AddressedMessage, Sender, SendOptions } from "#lib/channels/channel.ts";
import { bulkChannel, type EmailMessage } from "#lib/channels/email/message.ts";
import { callProvider, verdictOn } from "#lib/channels/provider-call.ts";
import { filled } from "#lib/platform/mail/placeholders.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import { refusesUs, type Verdict } from "#lib/platform/verdict.ts";

const HOSTS = { us: "https://api.mailgun.net", eu: "https://api.eu.mailgun.net" };
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/${encodeURIComponent(sender?.domain ?? "")}/messages`;
}

type Message = AddressedMessage<EmailMessage>;

// Variables that Mailgun would replace in our texts.
const REPLACED = /%(?:(?:recipient|unsubscribe|tag_unsubscribe|mailing_list)[\w.-]*%)+/gi;

const pair = (name: string, value: string): [string, string] => [name, value];

/** Variables of one call. A random prefix keeps user text from forging one. */
class Variables {
  readonly #secret = `x${randomBytes(8).toString("hex")}`;
  readonly #written: string[] = [];

  of(name: string): string {
    return `%recipient.${this.#secret}_${name}%`;
  }

  /** Fills placeholders; text that looks like a Mailgun variable stays as written. */
  fill(text: string, suffix = ""): string {
    const kept = text.replaceAll(REPLACED, (written) => {
      const at = this.#written.indexOf(written);
      return this.of(`w${at < 0 ? this.#written.push(written) - 1 : at}`);
    });
    return filled(kept, (name) => this.of(name + suffix));
  }

  valuesFor(values: EmailMessage["values"]): Record<string, string> {
    const named: [string, string][] = [
      ...Object.entries(values),
      ...Object.entries(values).map(([name, value]) => pair(`${name}_html`, escapeHtml(value))),
      ...this.#written.map((written, at) => pair(`w${at}`, written)),
    ];
    return Object.fromEntries(named.map(([name, value]) => [`${this.#secret}_${name}`, value]));
  }
}

function formOf(messages: readonly Message[]): URLSearchParams | null {
  const template = messages[0]?.message.template;
  if (!template) return null;
  const { from, reply_to, headers, subject, text, html } = template;
  const variables = new Variables();
  const form = new URLSearchParams({
    from: `${JSON.stringify(from.name)} <${from.address}>`,
    subject: variables.fill(subject),
    text: variables.fill(text),
    html: variables.fill(html, "_html"),
    "h:Message-Id": `<${variables.of("message_id")}>`,
    "h:Auto-Submitted": "auto-generated",
    "o:tracking": "no",
    "v:recipient": variables.of("message_id"),
  });
  if (reply_to) form.set("h:Reply-To", reply_to);
  for (const [name, value] of Object.entries(headers)) form.set(`h:${name}`, variables.fill(value));
  const values = messages.map(({ message }) => message.values);
  const own = values.map((value) => [value.email, variables.valuesFor(value)]);
  form.set("recipient-variables", JSON.stringify(Object.fromEntries(own)));
  for (const { email } of values) form.append("to", email);
  return form;
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

async function post(
  messages: readonly Message[],
  { sender, signal }: SendOptions,
): Promise<Verdict> {
  const form = formOf(messages);
  if (!form || !sender?.key) return refusesUs("no key");
  const authorization = `Basic ${Buffer.from(`api:${sender.key}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const call = { headers, body: form.toString() };
  const called = await callProvider(addressOf(sender), call, { sender, ...(signal && { signal }) });
  if ("verdict" in called) return called.verdict;
  const { answer } = called;
  const secrets = [sender.key, ...messages.map(({ recipient }) => recipient.address)];
  const verdict = verdictOn(answer, MEANINGS, secrets);
  return verdict.outcome === "delivered" ? { ...verdict, provider_id: idIn(answer.text) } : verdict;
}

export const mailgun = bulkChannel(BATCH, addressOf, post);
