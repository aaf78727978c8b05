import { LRUCache } from "lru-cache";
import { z } from "zod";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { providerUrl, serverAddress } from "#lib/platform/http/provider-calls.ts";
import { baseOf } from "#lib/platform/i18n/tags.ts";

export type Server = { domain: string; key: string | null };

/** Without an address, LibreTranslate's own service. */
export function serverOf(domain: string | null, key: string | null): Server {
  return { domain: domain || "libretranslate.com", key };
}

const TIMEOUT_MS = 30_000;
const READ_BYTES = 1_048_576;
const MAX_TEXTS = 25;
const MAX_CHARACTERS = 5_000;

/** The message is for operators. */
export class TranslationError extends Error {}

const FAILURES: Record<HttpError["failure"], string> = {
  address_refused: "its address is in a private network, which this server does not call",
  unknown_host: "its host name does not exist",
  timeout: "it did not answer in time",
  tls_failed: "its certificate is not valid",
  bad_answer: "it did not answer with HTTP",
  connection_failed: "no connection could be made",
};

function failureText(status: number): string {
  if (status === 401 || status === 403) return "it refuses the API key";
  if (status === 429) return "it asks for fewer requests";
  if (status === 400) return "it refuses the text or the language";
  return status >= 500 ? "it failed" : "it does not answer as LibreTranslate does";
}

function baseUrl({ domain }: Server): string {
  const url = serverAddress(domain);
  if (!URL.canParse(url)) throw new TranslationError("its address is not valid");
  return url.replace(/\/+$/, "");
}

async function call<T>(server: Server, path: string, body: object | null, shape: z.ZodType<T>) {
  const url = providerUrl(`${baseUrl(server)}${path}`);
  const sent = body && JSON.stringify({ ...body, ...(server.key && { api_key: server.key }) });
  try {
    const answer = await callHttp(url, {
      method: sent === null ? "GET" : "POST",
      headers: sent === null ? {} : { "content-type": "application/json" },
      ...(sent !== null && { body: sent }),
      timeout_ms: TIMEOUT_MS,
      max_bytes: READ_BYTES,
    });
    const { status } = answer;
    if (status !== 200) throw new TranslationError(`${failureText(status)} (${status})`);
    return shape.parse(JSON.parse(answer.body.toString("utf8")));
  } catch (error) {
    if (error instanceof TranslationError) throw error;
    if (error instanceof HttpError) throw new TranslationError(FAILURES[error.failure]);
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new TranslationError("it does not answer as LibreTranslate does");
    throw error;
  }
}

const Languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));
type Languages = z.infer<typeof Languages>;

const KNOWN_MS = 10 * 60_000;
const known = new LRUCache<string, Languages>({ max: 100, ttl: KNOWN_MS });

/** The server's languages, cached for minutes. @throws {TranslationError} */
export async function readLanguages(server: Server): Promise<Languages> {
  const before = known.get(server.domain);
  if (before) return before;
  const languages = await call(server, "/languages", null, Languages);
  known.set(server.domain, languages);
  return languages;
}

const OTHER_NAMES: Record<string, string[]> = {
  "zh-Hans": ["zh-Hans", "zh-CN", "zh"],
  "pt-BR": ["pt-BR", "pb", "pt"],
};

/** The server's code for a language; null: unsupported. */
export function codeOf(tag: string, codes: readonly string[]): string | null {
  const names = OTHER_NAMES[tag] ?? [tag, baseOf(tag)];
  return names.find((name) => codes.includes(name)) ?? null;
}

function* batches(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= MAX_TEXTS || size + text.length > MAX_CHARACTERS)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(text);
    size += text.length;
  }
  if (batch.length > 0) yield batch;
}

const Translated = z.object({ translatedText: z.array(z.string()) });

/** Translates HTML fragments in order. @throws {TranslationError} */
export async function translateAll(
  server: Server,
  html: readonly string[],
  { source, target }: { source: string; target: string },
): Promise<string[]> {
  const all: string[] = [];
  for (const q of batches(html)) {
    const body = { q, source, target, format: "html" };
    const { translatedText } = await call(server, "/translate", body, Translated);
    if (translatedText.length !== q.length)
      throw new TranslationError("it does not answer as LibreTranslate does");
    all.push(...translatedText);
  }
  return all;
}
