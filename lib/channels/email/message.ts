import type {
  AddressedMessage,
  Channel,
  NotificationContent,
  Recipient,
  Sender,
  SendOptions,
} from "#lib/channels/channel.ts";
import { calledHost } from "#lib/channels/provider-call.ts";
import { now } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { hostName } from "#lib/platform/http/hosts.ts";
import { providerUrl } from "#lib/platform/http/provider-calls.ts";
import { type Mail, rawMail, type Skeleton, skeletonOf } from "#lib/platform/mail/mime.ts";
import {
  AT_PLACEHOLDERS,
  filled,
  hasPlaceholders,
  placeholder,
  placeholderName,
  type Values,
} from "#lib/platform/mail/placeholders.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import { tryAgain, type Verdict } from "#lib/platform/verdict.ts";

/** Valid by RFC 2919: without the port that `PAGES_DOMAIN` may have. */
export function listId(subdomain: string): string {
  return `${subdomain} <${subdomain}.${hostName(env().PAGES_DOMAIN)}>`;
}

export type Template = Omit<Mail, "to" | "message_id">;

export type EmailMessage = { template: Template; values: Values };

export type EmailRenderer = {
  templateOf(content: NotificationContent, recipient?: Recipient): Template;
  valuesOf(content: NotificationContent, recipient: Recipient): Values;
};

export function rendering(renderer: EmailRenderer): Channel<EmailMessage>["render"] {
  return (content, recipient) => ({
    template: renderer.templateOf(content, recipient),
    values: renderer.valuesOf(content, recipient),
  });
}

export function mailOf({ template, values }: EmailMessage): Mail {
  const plain = (text: string) => filled(text, (name) => values[name] ?? "");
  const headers = Object.entries(template.headers).map(([name, text]) => [name, plain(text)]);
  return {
    ...template,
    message_id: values.message_id,
    to: values.email,
    subject: plain(template.subject),
    text: plain(template.text),
    html: filled(template.html, (name) => escapeHtml(values[name] ?? "")),
    headers: Object.fromEntries(headers),
  };
}

const skeletons = new WeakMap<Template, Skeleton>();

function skeletonFor(template: Template): Skeleton {
  const known = skeletons.get(template);
  if (known) return known;
  const all = Object.entries(template.headers);
  const [own, same] = [true, false].map((wanted) =>
    Object.fromEntries(all.filter(([, value]) => hasPlaceholders(value) === wanted)),
  );
  const message_id = {
    To: `<${placeholder("email")}>`,
    "Message-ID": `<${placeholder("message_id")}>`,
  };
  const headers = { ...template, headers: same ?? {} };
  const made = skeletonOf(headers, AT_PLACEHOLDERS, { ...message_id, ...own });
  skeletons.set(template, made);
  return made;
}

/** @returns the raw mail; null: the address needs nodemailer's own encoding */
export function rawOf({ template, values }: EmailMessage): string | null {
  if (!/^[!-;=?-~]+$/.test(values.email)) return null;
  const ownOf = (found: string) => values[placeholderName(found)] ?? "";
  return rawMail(skeletonFor(template), {
    plain: (found) => ownOf(found).replaceAll("> <", ">\r\n <"),
    html: (found) => escapeHtml(ownOf(found)),
  });
}

type Post<M> = (messages: readonly AddressedMessage<M>[], options: SendOptions) => Promise<Verdict>;

const LATER = tryAgain("its turn did not come");
// Together with the wait before it and the last call, shorter than a claim lasts.
const GIVE_UP_MS = 30_000;

/**
 * Retries a refused batch in halves: one bad address makes providers refuse the whole call.
 * Messages not reached within 30 s are left for later.
 */
export function retryInHalves<M>(post: Post<M>) {
  const handBy =
    (until_ms: number) =>
    async (messages: readonly AddressedMessage<M>[], options: SendOptions): Promise<Verdict[]> => {
      const hand = handBy(until_ms);
      if (now().getTime() > until_ms) return messages.map(() => LATER);
      const verdict = await post(messages, options);
      const isRefused = verdict.outcome === "never_again" && verdict.about === "message";
      if (!isRefused || messages.length <= 1) return messages.map(() => verdict);
      const half = Math.ceil(messages.length / 2);
      const first = await hand(messages.slice(0, half), options);
      return [...first, ...(await hand(messages.slice(half), options))];
    };
  return (messages: readonly AddressedMessage<M>[], options: SendOptions): Promise<Verdict[]> =>
    handBy(now().getTime() + GIVE_UP_MS)(messages, options);
}

/** The channel of a provider that takes many mails in one call. */
export function bulkChannel(
  batch: number,
  addressOf: (sender: Sender | null) => string,
  post: Post<EmailMessage>,
): (renderer: EmailRenderer) => Channel<EmailMessage> {
  return (renderer) => ({
    kind: "email",
    batch,
    canThread: true,
    hostOf: (_recipient, sender) => calledHost(providerUrl(addressOf(sender))),
    render: rendering(renderer),
    send: retryInHalves(post),
  });
}
