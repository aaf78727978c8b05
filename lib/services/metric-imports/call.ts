import { ZodError } from "zod";
import type { IntegrationRow } from "#lib/pages/integrations/queries.ts";
import { openSecrets } from "#lib/pages/integrations/secrets.ts";
import { now } from "#lib/platform/clock.ts";
import { HttpError } from "#lib/platform/http/failure.ts";
import { callHttp } from "#lib/platform/http/http.ts";
import { providerUrl, retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import type { Entry } from "#lib/services/metric-entries/schema.ts";
import { datadog } from "#lib/services/metric-imports/datadog.ts";
import { newrelic } from "#lib/services/metric-imports/newrelic.ts";
import { pingdom } from "#lib/services/metric-imports/pingdom.ts";
import {
  type Credentials,
  type PullRange,
  Refusal,
  type Series,
} from "#lib/services/metric-imports/provider.ts";
import { MAX_VALUE } from "#lib/services/metrics/schema.ts";

const PROVIDERS = { datadog, pingdom, newrelic };
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 4_000_000;

export const PROVIDER_NAMES = Object.keys(PROVIDERS);

/** undefined: this kind of integration has no metrics. */
export function providerOf(name: string) {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as keyof typeof PROVIDERS] : undefined;
}

/** `isWhole`: the whole integration fails, so its other metrics are not tried. */
export type PullFailure = { reason: string; isWhole: boolean; after_seconds: number };
type ProviderResult<T> = { found: T } | { failed: PullFailure };

function credentialsOf(row: IntegrationRow): Credentials {
  const { key, password } = openSecrets(row);
  const { user, region } = row.fields as { user?: string | null; region?: string | null };
  const { api_key_type } = row.settings as { api_key_type?: string | null };
  const rest = { user: user ?? null, region: region ?? null, api_key_type: api_key_type ?? null };
  return { key: key ?? "", password, ...rest };
}

function failed(reason: string, isWhole: boolean, after_seconds = 0): { failed: PullFailure } {
  return { failed: { reason, isWhole, after_seconds } };
}

type Request = Parameters<typeof callHttp>[1];

async function ask<T>(
  { url, ...request }: { url: string } & Pick<Request, "method" | "headers" | "body">,
  read: (body: unknown) => T,
): Promise<ProviderResult<T>> {
  try {
    const limits = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES };
    const { status, headers, body } = await callHttp(providerUrl(url), { ...request, ...limits });
    if (status !== 200) {
      const isWhole = status === 401 || status === 403 || status === 429 || status >= 500;
      return failed(`status ${status}`, isWhole, retryAfter_s(headers["retry-after"], now()));
    }
    return { found: read(JSON.parse(body.toString("utf8"))) };
  } catch (error) {
    if (error instanceof HttpError) return failed(error.failure, true);
    if (error instanceof Refusal) return failed(error.message.slice(0, 300), false);
    if (error instanceof SyntaxError || error instanceof ZodError)
      return failed("odd answer", false);
    throw error;
  }
}

/** Buckets may start between seconds. @throws {Refusal} */
function storable(entries: Entry[], { to }: PullRange): Entry[] {
  const isOdd = ({ time, value }: Entry) =>
    !(time >= 0 && time <= to) || !(Math.abs(value) <= MAX_VALUE);
  if (entries.some(isOdd)) throw new Refusal("odd answer");
  return entries.map(({ time, value }) => ({ time: Math.floor(time), value }));
}

export async function pull(
  row: IntegrationRow,
  asked: PullRange,
): Promise<ProviderResult<Entry[]>> {
  const provider = providerOf(row.name);
  if (!provider) return failed("no key", true);
  const request = provider.request(credentialsOf(row), asked);
  return ask(request, (body) => storable(provider.entries(body, asked), asked));
}

const LISTED_SECONDS = 86_400;

/** Empty when operators enter a query instead. */
export async function listSeries(row: IntegrationRow): Promise<ProviderResult<Series[]>> {
  const list = providerOf(row.name)?.list;
  if (!list) return { found: [] };
  const from = Math.floor(now().getTime() / 1_000) - LISTED_SECONDS;
  return ask(list.request(credentialsOf(row), from), (body) => list.series(body));
}
