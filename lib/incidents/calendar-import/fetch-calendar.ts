import {
  CalendarSplitter,
  type Calendars,
  MAX_BYTES,
} from "#lib/incidents/calendar-import/split-calendar.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

type Fetched =
  | { outcome: "read"; calendars: Calendars; etag: string | null }
  | { outcome: "same" }
  | { outcome: "failed"; reason: string };

function failed(reason: string): Fetched {
  return { outcome: "failed", reason };
}

function callable(address: string): string | null {
  const url = address.replace(/^webcals?:/i, "https:");
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

type Period = { from: string; to: string };

function charsetOf(type: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type ?? "")?.[1] ?? null;
}

function read(splitter: CalendarSplitter, etag: string | null): Fetched {
  if (splitter.isTooLarge) return failed("the calendar is larger than 64 MB, or 8 MB lie ahead");
  try {
    return { outcome: "read", calendars: splitter.end(), etag };
  } catch {
    return failed("what the address answers is no calendar that can be read");
  }
}

async function fetchFrom(
  url: string,
  { etag, redirects, ...period }: Period & { etag: string | null; redirects: number },
): Promise<Fetched> {
  let splitter = new CalendarSplitter(period);
  const headers: Record<string, string> = { accept: "text/calendar, */*;q=0.1" };
  if (etag !== null) headers["if-none-match"] = etag;
  const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES };
  const answer = await callHttp(url, {
    ...{ method: "GET", headers, ...limits },
    take: ({ "content-type": type }) => {
      splitter = new CalendarSplitter(period, charsetOf(type));
      return (piece) => splitter.push(piece);
    },
  });
  const { status } = answer;
  const { location, etag: new_etag } = answer.headers;
  if (status === 304 && etag !== null) return { outcome: "same" };
  if (status >= 300 && status < 400 && location && URL.canParse(location, url)) {
    if (redirects === 0) return failed("the address leads from one to the next");
    const next = { ...period, etag, redirects: redirects - 1 };
    return fetchFrom(new URL(location, url).href, next);
  }
  if (status !== 200) return failed(`the address answers with ${status}`);
  return read(splitter, new_etag ?? null);
}

const REASONS: Record<HttpError["failure"], string> = {
  address_refused: "the address is in a private network",
  unknown_host: "the host is not known",
  timeout: "there was no answer within 30 seconds",
  tls_failed: "the certificate is not accepted",
  bad_answer: "it did not answer with HTTP",
  connection_failed: "no connection could be made",
};

/** @param etag of the last successful read */
export async function fetchCalendar(
  address: string,
  { etag, from, to }: Period & { etag: string | null },
): Promise<Fetched> {
  const url = callable(address.trim());
  if (url === null) return failed("the address is no web address");
  try {
    return await fetchFrom(url, { etag, from, to, redirects: MAX_REDIRECTS });
  } catch (error) {
    if (error instanceof HttpError) return failed(REASONS[error.failure]);
    throw error;
  }
}
