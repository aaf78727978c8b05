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

const HOSTS = { us: "https://api.mailgun.net", eu: "https://api.eu.mailgun.net" };
/** As many as one call takes. */
const BATCH = 1_000;

function addressOf(sender: Sender | null): string {
  const region = sender?.region?.toLowerCase() === "eu" ? "eu" : "us";
  return `${HOSTS[region]}/v3/${encodeURIComponent(sender?.domain ?? "")}/messages`;
}

type Message = Handed<EmailMessage>;

// What Mailgun may replace in a text by itself.
const REPLACED = /%(?:(?:recipient|unsubscribe|tag_unsubscribe|mailing_list)[\w.-]*%)+/gi;

const pair = (name: string, value: string): [string, string] => [name, value];

/** Variables of one call, under names that nobody can write by chance or guess. */
class Variables {
  readonly #secret = `x${randomBytes(8).toString("hex")}`;
  readonly #written: string[] = [];

  of(name: string): string {
    return `%recipient.${this.#secret}_${name}%`;
  }

  /** A text with its blanks filled; what looks like a variable of Mailgun's stays as written. */
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
      ...Object.entries(values).map(([name, value]) => pair(`${name}_html`, inHtml(value))),
      ...this.#written.map((written, at) => pair(`w${at}`, written)),
    ];
    return Object.fromEntries(named.map(([name, value]) => [`${this.#secret}_${name}`, value]));
  }
}

function formOf(handed: readonly Message[]): URLSearchParams | null {
  const template = handed[0]?.message.template;
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
  const values = handed.map(({ message }) => message.values);
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
