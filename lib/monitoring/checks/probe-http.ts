import {
  type Check,
  type Hop,
  IS_UP,
  isDown,
  type ProbeResult,
} from "#lib/monitoring/checks/check.ts";
import { Cookies } from "#lib/monitoring/checks/cookies.ts";
import { type Reason, reasonOf } from "#lib/monitoring/checks/reasons.ts";
import { bodyText, redirectTarget } from "#lib/platform/http/body.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { Trace } from "#lib/platform/http/trace.ts";

const MAX_BYTES = 262_144;
const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
// Typical failures of servers that support other methods but not HEAD.
const HEAD_REFUSED: readonly Reason[] = ["reset", "bad_answer"];
// Safe to send to another origin after a redirect.
const HARMLESS = new Set(["accept", "accept-language", "user-agent"]);

type Answer = Awaited<ReturnType<typeof callHttp>>;
type Request = { method: string; url: string };

function isAmong(status: number, list: readonly string[]): boolean {
  return list.some((one) => {
    const [from = one, to = from] = one.split("-");
    return status >= Number(from) && status <= Number(to);
  });
}

function judge({ status, headers, body }: Answer, check: Check) {
  const { expected_statuses, keyword_up, keyword_down } = check;
  const expected = expected_statuses.length > 0 ? expected_statuses : ["200-399"];
  if (!isAmong(status, expected)) return isDown("status", String(status));
  if (!keyword_up && !keyword_down) return IS_UP;
  const text = bodyText(body, headers).normalize();
  const has = (keyword: string) => text.includes(keyword.normalize());
  if (keyword_down && has(keyword_down)) return isDown("keyword_down");
  return keyword_up && !has(keyword_up) ? isDown("keyword_missing") : IS_UP;
}

function headersFor({ headers }: Check, isElsewhere: boolean, cookieFor: (own?: string) => string) {
  const told = headers.filter(({ key }) => !isElsewhere || HARMLESS.has(key.toLowerCase()));
  const sent = Object.fromEntries(told.map(({ key, value }) => [key.toLowerCase(), value]));
  const cookie = cookieFor(sent.cookie);
  return cookie === "" ? sent : { ...sent, cookie };
}

/**
 * The next request: a redirect, or GET after a failed HEAD. undefined: the answer is final; null:
 * the redirect has no valid target.
 */
function nextRequest({ method, url }: Request, answer: Answer, check: Check) {
  const { status, headers } = answer;
  if (!REDIRECTS.has(status) || !headers.location || isAmong(status, check.expected_statuses)) {
    const isRepeated = method === "HEAD" && judge(answer, check).outcome !== "up";
    return isRepeated ? { method: "GET", url } : undefined;
  }
  const isSame = status === 307 || status === 308 || method === "HEAD";
  const next = redirectTarget(headers, url);
  if (!next || !/^https?:$/.test(next.protocol)) return null;
  return { method: isSame ? method : "GET", url: next.href };
}

/** @returns null when the error only shows that the server refuses HEAD */
function unlessHeadRefused({ method }: Request, error: unknown): null {
  const isRefused = error instanceof HttpError && HEAD_REFUSED.includes(reasonOf(error));
  if (method === "HEAD" && isRefused) return null;
  throw error;
}

export async function probeHttp(
  url: string,
  check: Check,
  timeout_ms: number,
): Promise<ProbeResult> {
  const start = performance.now();
  const hops: Hop[] = [];
  let certificate_ends_at: Date | null = null;
  const { origin } = new URL(url);
  const cookies = new Cookies();
  const isRead = check.keyword_up !== null || check.keyword_down !== null;
  const method = check.method.toUpperCase();
  let next: Request = { url, method: method === "HEAD" && isRead ? "GET" : method };

  const call = async (): Promise<Answer | null> => {
    const trace = new Trace();
    const hop: Hop = { ...next, status: null, headers: {}, timing: trace.timing };
    const target = new URL(next.url);
    hops.push(hop);
    const answer = await callHttp(next.url, {
      method: next.method,
      headers: headersFor(check, target.origin !== origin, (own) => cookies.headerFor(target, own)),
      timeout_ms: Math.max(1, timeout_ms - (performance.now() - start)),
      max_bytes: MAX_BYTES,
      trace,
      asksNetwork: false,
    })
      .catch((error) => unlessHeadRefused(next, error))
      .finally(() => {
        certificate_ends_at ??= trace.certificate_ends_at;
      });
    if (!answer) return null;
    Object.assign(hop, { status: answer.status, headers: answer.headers });
    cookies.take(answer.headers["set-cookie"] ?? [], target);
    return answer;
  };
  const said = (
    found: Pick<ProbeResult, "outcome" | "reason" | "detail">,
    status: number | null,
  ) => ({
    ...found,
    status,
    response_ms: Math.round(performance.now() - start),
    certificate_ends_at,
    hops,
  });

  try {
    for (;;) {
      const answer = await call();
      if (answer === null) {
        next = { ...next, method: "GET" };
        continue;
      }
      const other = nextRequest(next, answer, check);
      if (other === undefined) return said(judge(answer, check), answer.status);
      if (other === null) return said(isDown("bad_redirect"), answer.status);
      if (REDIRECTS.has(answer.status) && hops.length > MAX_REDIRECTS)
        return said(isDown("too_many_redirects", String(MAX_REDIRECTS)), answer.status);
      next = other;
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return said(isDown(reasonOf(error)), null);
  }
}
