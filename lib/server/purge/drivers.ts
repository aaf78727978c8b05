import { type PurgeProblem, purgeProblemOf } from "#lib/monitoring/warnings/purge-problems.ts";
import { now } from "#lib/platform/clock.ts";
import type { CdnPurge } from "#lib/platform/config/env-values.ts";
import { providerUrl, redact, retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import { log } from "#lib/platform/log.ts";

/** `hard`: no copy stays, not even for outages. */
type Purge = { tags: readonly string[]; hard: boolean };

/** Its message is the problem alone: people of all pages see it. */
export class PurgeFailure extends Error {
  readonly after_s: number;
  constructor(problem: PurgeProblem, after_s = 1) {
    super(problem);
    this.after_s = after_s;
  }
}

type Call = { url: string; method: "POST" | "PURGE"; headers: object; body?: object };

const TIMEOUT_MS = 10_000;
/** In a call; Fastly allows 256. */
const MAX_TAGS = 100;

function callsOf({ cdn, targets }: CdnPurge, token: string, { tags, hard }: Purge): Call[] {
  const [target = ""] = targets;
  switch (cdn) {
    case "fastly": {
      const url = providerUrl(`https://api.fastly.com/service/${target}/purge`);
      const headers = { "fastly-key": token, ...(!hard && { "fastly-soft-purge": "1" }) };
      return [{ url, method: "POST", headers, body: { surrogate_keys: tags } }];
    }
    case "cloudflare": {
      const path = `/client/v4/zones/${target}/${hard ? "purge" : "invalidate"}_cache`;
      const url = providerUrl(`https://api.cloudflare.com${path}`);
      return [
        { url, method: "POST", headers: { authorization: `Bearer ${token}` }, body: { tags } },
      ];
    }
    case "bunny": {
      const url = providerUrl(`https://api.bunny.net/pullzone/${target}/purgeCache`);
      const headers = { accesskey: token };
      return tags.map((tag) => ({ url, method: "POST", headers, body: { CacheTag: tag } }));
    }
    case "varnish": {
      const headers = { [hard ? "xkey-purge" : "xkey-softpurge"]: tags.join(" ") };
      return targets.map((url) => ({ url, method: "PURGE", headers }));
    }
  }
}

async function send({ url, method, headers, body }: Call, token: string): Promise<void> {
  const { host } = new URL(url);
  const failed = (problem: PurgeProblem, text: string, after_s?: number) => {
    log().warn({ host, problem, answer: redact(text, [token]) }, "a purge failed");
    return new PurgeFailure(problem, after_s);
  };
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error) => {
    throw failed("no_answer", String(error.cause?.message ?? error.message));
  });
  const text = await answer.text().catch(() => "");
  const after_s = retryAfter_s(answer.headers.get("retry-after") ?? undefined, now());
  if (answer.ok) return;
  const problem = purgeProblemOf(answer.status);
  throw failed(problem, `HTTP ${answer.status} ${text}`, Math.max(1, after_s));
}

/** @throws {PurgeFailure} */
export async function purge(cdn: CdnPurge, token: string, { tags, hard }: Purge): Promise<void> {
  for (let start = 0; start < tags.length; start += MAX_TAGS) {
    const some = { tags: tags.slice(start, start + MAX_TAGS), hard };
    await Promise.all(callsOf(cdn, token, some).map((call) => send(call, token)));
  }
}
