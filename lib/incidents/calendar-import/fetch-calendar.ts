import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 2_000_000;
const MAX_REDIRECTS = 3;

type Fetched =
  | { outcome: "read"; text: string; etag: string | null }
  | { outcome: "same" }
  | { outcome: "failed"; reason: string };

function failed(reason: string): Fetched {
  return { outcome: "failed", reason };
}

function callable(address: string): string | null {
  const url = address.replace(/^webcals?:/i, "https:");
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

async function fetchFrom(url: string, etag: string | null, redirects: number): Promise<Fetched> {
  const headers: Record<string, string> = { accept: "text/calendar, */*;q=0.1" };
  if (etag !== null) headers["if-none-match"] = etag;
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES };
  const answer = await callHttp(url, { method: "GET", headers, ...limits });
  const { status, body } = answer;
  const { location, etag: new_etag } = answer.headers;
  if (status === 304 && etag !== null) return { outcome: "same" };
  if (status >= 300 && status < 400 && location && URL.canParse(location, url)) {
    if (redirects === 0) return failed("the address leads from one to the next");
    return fetchFrom(new URL(location, url).href, etag, redirects - 1);
  }
  if (status !== 200) return failed(`the address answers with ${status}`);
  if (body.length >= MAX_BYTES) return failed("the calendar is larger than 2 MB");
  return { outcome: "read", text: body.toString("utf8"), etag: new_etag ?? null };
}

const REASONS: Record<HttpError["failure"], string> = {
  address_refused: "the address is in a private network",
  unknown_host: "the host is not known",
  timeout: "there was no answer within 15 seconds",
  tls_failed: "the certificate is not accepted",
  bad_answer: "it did not answer with HTTP",
  connection_failed: "no connection could be made",
};

/** @param etag of the last successful read */
export async function fetchCalendar(address: string, etag: string | null): Promise<Fetched> {
  const url = callable(address.trim());
  if (url === null) return failed("the address is no web address");
  try {
    return await fetchFrom(url, etag, MAX_REDIRECTS);
  } catch (error) {
    if (error instanceof HttpError) return failed(REASONS[error.failure]);
    throw error;
  }
}
