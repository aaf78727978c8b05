import type { AddressedMessage, Channel, Sender, SendOptions } from "#lib/channels/channel.ts";
import { withoutMentions } from "#lib/channels/mentions.ts";
import { fit, messageTexts } from "#lib/channels/message-texts.ts";
import { type Answer, callProvider, fieldsOf, verdictOn } from "#lib/channels/provider-call.ts";
import { serverAddress } from "#lib/platform/http/provider-calls.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { cleanLine } from "#lib/platform/text.ts";
import { refusesUs, type Verdict } from "#lib/platform/verdict.ts";

const MAX_CHARACTERS = 500;

type SocialMessage = {
  status: string;
  language: string;
  visibility: "public";
  in_reply_to_id?: string;
  /** Makes a repeated post appear once; not part of the body. */
  idempotency_key: string;
};

function serverOf({ domain }: Sender): URL | null {
  const address = serverAddress(domain ?? "");
  return domain && URL.canParse(address) ? new URL("/api/v1/statuses", address) : null;
}

function readPost(answer: Answer, key: string): Verdict {
  const verdict = verdictOn(answer, { delivered: [200], sender: [401, 403, 404] }, [key]);
  if (verdict.outcome !== "delivered") return verdict;
  const { id } = fieldsOf(answer);
  return { ...verdict, answer: "200", provider_id: id ? String(id) : null };
}

async function post(
  { message: { idempotency_key, ...body } }: AddressedMessage<SocialMessage>,
  options: SendOptions,
): Promise<Verdict> {
  const url = options.sender && serverOf(options.sender);
  if (!url || !options.sender?.key) return refusesUs("no account is set up");
  const { key } = options.sender;
  const called = await callProvider(
    url.href,
    {
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        "idempotency-key": idempotency_key,
      },
      body: JSON.stringify(body),
    },
    options,
  );
  return "verdict" in called ? called.verdict : readPost(called.answer, key);
}

/** Posts by Mastodon's API: `Outage: API slow – We look into it., https://…` */
export const social: Channel<SocialMessage> = {
  kind: "social",
  batch: 1,
  canThread: true,
  hostOf: (_, sender) => (sender && serverOf(sender)?.host) ?? "",
  render(content, { isThreaded, earlier }) {
    const { title, text, summary } = messageTexts(content);
    const head = content.type
      ? translator(content.page.locale)("joined.label", {
          label: cleanLine(content.type),
          value: title,
        })
      : summary;
    const parts = [fit(head, 200), text.replace(/\s+/g, " ").trim()].filter(Boolean);
    const said = withoutMentions(parts.join(" – "));
    const link = `, ${content.url}`;
    return {
      status: fit(said, MAX_CHARACTERS - link.length) + link,
      language: content.page.locale,
      visibility: "public",
      ...(isThreaded && earlier && { in_reply_to_id: earlier }),
      idempotency_key: content.event_id,
    };
  },
  send: (messages, options) => Promise.all(messages.map((one) => post(one, options))),
};

/** Verifies the credentials; posts nothing. */
export async function verifyAccount(options: SendOptions): Promise<Verdict> {
  const url = options.sender && serverOf(options.sender);
  if (!url || !options.sender?.key) return refusesUs("no account is set up");
  const { key } = options.sender;
  const { href } = new URL("/api/v1/accounts/verify_credentials", url);
  const headers = { authorization: `Bearer ${key}` };
  const called = await callProvider(href, { method: "GET", headers }, options);
  return "verdict" in called ? called.verdict : readPost(called.answer, key);
}
