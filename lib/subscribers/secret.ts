import type { SubscriptionType } from "#lib/channels/channel-types.ts";
import { seal } from "#lib/platform/crypto/seal.ts";
import { newSecret } from "#lib/platform/crypto/sign.ts";

/** What goes with an address: sealed as it is kept, and open where its owner is told it. */
export type Secret = { sealed: string | null; told: string | null };

const NONE: Secret = { sealed: null, told: null };

// A bot that posts in place of an incoming webhook, as `lib/channels/slack.ts` reads it.
const BOT = /^[CGD][A-Z0-9]{2,30} xox[bp]-\S+$/;

/** Of a new address: webhooks are given one, some chats come with theirs. */
export function secretFor(type: SubscriptionType, token: string | null | undefined): Secret {
  if (type === "webhook") {
    const secret = newSecret();
    return { sealed: seal(secret), told: secret };
  }
  const isKept = type === "zoom" || (type === "slack" && BOT.test(token ?? ""));
  return isKept && token ? { sealed: seal(token), told: null } : NONE;
}
