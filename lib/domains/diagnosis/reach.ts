import { PROOF_PATH, proofOf } from "#lib/domains/dns-records.ts";
import { env } from "#lib/platform/config/env.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { Trace } from "#lib/platform/http/trace.ts";

const MAX_REDIRECTS = 5;
const MAX_BYTES = 1_024;
const DIGITS = /^[0-9a-f]{64}$/;

export type Limits = { each_ms: number; all_ms: number };
const LIMITS: Limits = { each_ms: 4_000, all_ms: 8_000 };

export type Answer = {
  outcome:
    | ("proof" | "other" | "installation" | "host_rewritten")
    | ("redirect_loop" | "redirect_elsewhere" | HttpError["failure"]);
  url: string;
  status: number | null;
  address: string | null;
  to: string | null;
  /** The last certificate presented; null over plain HTTP. */
  certificate: Trace["certificate"];
};

export type Reach = { http: Answer; https: Answer };

type ProofRequest = {
  name: string;
  token: string;
  /** Our own addresses: callable although they may not be public. */
  own: readonly string[];
  limits?: Limits;
};

function urlOf(protocol: "http" | "https", name: string, path: string): string {
  const { PUBLIC_HTTP_PORT, PUBLIC_HTTPS_PORT } = env();
  const port = protocol === "http" ? PUBLIC_HTTP_PORT : PUBLIC_HTTPS_PORT;
  return new URL(path, `${protocol}://${name}:${port}`).href;
}

function sameName(location: string, from: string, name: string): string | null {
  const url = URL.canParse(location, from) ? new URL(location, from) : null;
  const { PUBLIC_HTTP_PORT, PUBLIC_HTTPS_PORT } = env();
  const usual: Record<string, readonly (number | string)[]> = {
    "http:": ["", PUBLIC_HTTP_PORT],
    "https:": ["", PUBLIC_HTTPS_PORT],
  };
  const isUsual = url && usual[url.protocol]?.map(String).includes(url.port);
  return url && isUsual && url.hostname.replace(/\.$/, "") === name ? url.href : null;
}

function outcomeOf(body: string, { name, token }: ProofRequest): Answer["outcome"] {
  const text = body.trim();
  if (text === proofOf(name, token)) return "proof";
  if (!DIGITS.test(text)) return "other";
  const rewritten = [env().DOMAIN_TARGET, new URL(env().APP_URL).hostname];
  const isOurs = rewritten.some((host) => text === proofOf(host, token));
  return isOurs ? "host_rewritten" : "installation";
}

async function ask(asked: ProofRequest, first: string, end_ms: number): Promise<Answer> {
  const { each_ms } = asked.limits ?? LIMITS;
  const diagnosis = new Set<string>();
  const at: Answer = {
    ...{ outcome: "timeout", url: first, status: null, address: null, to: null },
    certificate: null,
  };
  while (!diagnosis.has(at.url)) {
    diagnosis.add(at.url);
    const timeout_ms = Math.min(each_ms, end_ms - performance.now());
    if (timeout_ms <= 0) return { ...at, outcome: "timeout" };
    const trace = new Trace();
    const { status, headers, body } = await callHttp(at.url, {
      ...{ method: "GET", timeout_ms, max_bytes: MAX_BYTES, trace, asksNetwork: false },
      ...{ own: asked.own, anyCertificate: true },
    }).finally(() => {
      at.certificate = trace.certificate ?? at.certificate;
      at.address = trace.address;
    });
    at.status = status;
    if (status < 300 || status >= 400 || !headers.location)
      return { ...at, outcome: outcomeOf(status === 200 ? body.toString("latin1") : "", asked) };
    const next = sameName(headers.location, at.url, asked.name);
    if (next === null) return { ...at, outcome: "redirect_elsewhere", to: headers.location };
    at.url = next;
    if (diagnosis.size > MAX_REDIRECTS) break;
  }
  return { ...at, outcome: "redirect_loop" };
}

async function askInTime(asked: ProofRequest, protocol: "http" | "https"): Promise<Answer> {
  const { all_ms } = asked.limits ?? LIMITS;
  const url = urlOf(protocol, asked.name, PROOF_PATH + asked.token);
  try {
    return await ask(asked, url, performance.now() + all_ms);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const none = { status: null, address: null, to: null, certificate: null };
    return { outcome: error.failure, url, ...none };
  }
}

/**
 * Requests the proof over HTTP and HTTPS, accepting any certificate. Follows redirects on the same
 * name only.
 */
export async function reach(asked: ProofRequest): Promise<Reach> {
  const [http, https] = await Promise.all([askInTime(asked, "http"), askInTime(asked, "https")]);
  return { http, https };
}
