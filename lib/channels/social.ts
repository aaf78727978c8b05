import { callProvider } from "#lib/channels/call.ts";
import type { Channel, Handed, Sender, Verdict, Way } from "#lib/channels/channel.ts";
import { fit, quietLine } from "#lib/channels/text.ts";
import { toldOf } from "#lib/channels/told.ts";
import { type Answer, fieldsOf, neverAgain, verdictOn } from "#lib/channels/verdict.ts";
import { now } from "#lib/platform/clock.ts";
import { serverAddress } from "#lib/platform/http/provider-calls.ts";

/** Characters of a post. */
const MOST = 500;

type SocialMessage = {
  status: string;
  language: string;
  visibility: "public";
  in_reply_to_id?: string;
  /** Has a post that is sent twice appear once; not part of the body. */
  idempotency_key: string;
};

function serverOf({ domain }: Sender): URL | null {
  const address = serverAddress(domain ?? "");
  return domain && URL.canParse(address) ? new URL("/api/v1/statuses", address) : null;
}

function readPost(answer: Answer, key: string): Verdict {
  const verdict = verdictOn(answer, { delivered: [200], sender: [401, 403, 404] }, [key], now());
  if (verdict.outcome !== "delivered") return verdict;
  const { id } = fieldsOf(answer);
  return { ...verdict, answer: "200", provider_id: id ? String(id) : null };
}

async function post(
  { message: { idempotency_key, ...body } }: Handed<SocialMessage>,
  way: Way,
): Promise<Verdict> {
  const url = way.sender && serverOf(way.sender);
  if (!url || !way.sender?.key) return neverAgain("sender", "no account is set up");
  const { key } = way.sender;
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
    way,
  );
  return "verdict" in called ? called.verdict : readPost(called.answer, key);
}

/** A public post through Mastodon's interface: `Outage: API slow – We look into it., https://…` */
export const social: Channel<SocialMessage> = {
  kind: "social",
  batch: 1,
  living: true,
  hostOf: (_, sender) => (sender && serverOf(sender)?.host) ?? "",
  render(story, { living, earlier }) {
    const { title, text, summary } = toldOf(story);
    const head = story.type ? `${quietLine(story.type)}: ${title}` : summary;
    const said = [fit(head, 200), text.replace(/\s+/g, " ")].filter(Boolean).join(" – ");
    const link = `, ${story.url}`;
    return {
      status: fit(said, MOST - link.length) + link,
      language: story.page.locale,
      visibility: "public",
      ...(living && earlier && { in_reply_to_id: earlier }),
      idempotency_key: story.event_id,
    };
  },
  handOver: (handed, way) => Promise.all(handed.map((one) => post(one, way))),
};

/** Asks the server whether the account is ours; nothing is posted. */
export async function verifyAccount(way: Way): Promise<Verdict> {
  const url = way.sender && serverOf(way.sender);
  if (!url || !way.sender?.key) return neverAgain("sender", "no account is set up");
  const { key } = way.sender;
  const { href } = new URL("/api/v1/accounts/verify_credentials", url);
  const headers = { authorization: `Bearer ${key}` };
  const called = await callProvider(href, { method: "GET", headers }, way);
  return "verdict" in called ? called.verdict : readPost(called.answer, key);
}
