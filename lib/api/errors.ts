import { Moved } from "#lib/core/moves/move.ts";
import { isUnavailable } from "#lib/core/request/context.ts";
import { AppError, type FieldErrors, STATUS } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { log } from "#lib/platform/log.ts";

const RETRY_AFTER_S = "1";

export const JSON_TYPE = "application/json; charset=utf-8";

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": JSON_TYPE, ...headers },
  });
}

/** In English. */
export function texts(fields: FieldErrors): Record<string, string[]> {
  const t = translator("en");
  return Object.fromEntries(
    Object.entries(fields).map(([path, errors]) => [
      path,
      errors.map(({ code, values }) => t(`field_errors.${code}`, values)),
    ]),
  );
}

function refusal(error: AppError, url?: string): Response {
  const status = STATUS[error.code];
  if (error.code === "unauthorized") return json(401, { error: 401 });
  if (error.code === "invalid") return json(422, { errors: texts(error.fields) });
  if (error.code === "not_understood") return json(422, { errors: { base: [error.message] } });
  if (error.code === "unavailable") return unavailable();
  const retry = (error.code === "rate_limited" || error.retry_after_s !== null) && {
    "retry-after": error.retry_after_s?.toString() ?? RETRY_AFTER_S,
  };
  // A browser may keep a 308 forever, and the organization may come back.
  const location = error instanceof Moved && {
    ...{ location: movedUrl(error, url), "cache-control": "no-store" },
  };
  return json(status, { error: status, message: error.message }, { ...retry, ...location });
}

/** Replaces the organization's id in the path with its id there. */
function movedUrl({ moved_to, moved_id, organization_id }: Moved, url: string | undefined): string {
  const { pathname = "", search = "" } = url === undefined ? {} : new URL(url);
  const own = `/api/v2/orgs/${organization_id}`;
  const isOwn = moved_id !== null && `${pathname}/`.startsWith(`${own}/`);
  const path = isOwn ? `/api/v2/orgs/${moved_id}${pathname.slice(own.length)}` : pathname;
  return moved_to + path + search;
}

function unavailable(): Response {
  return json(503, { error: "Service unavailable" }, { "retry-after": RETRY_AFTER_S });
}

/**
 * The only place that turns errors into API responses.
 * @param url of the request
 */
export function errorResponse(error: unknown, requestId: string, url?: string): Response {
  if (error instanceof AppError) return refusal(error, url);
  if (isUnavailable(error, requestId)) return unavailable();
  log().error({ err: error, request_id: requestId }, "request failed");
  return json(500, { error: "Internal server error" });
}
