import type { Endpoint } from "#lib/api/endpoint.ts";
import type { Json } from "#lib/api/openapi/inputs.ts";
import { isNotYet } from "#lib/api/openapi/not-yet.ts";

type Declaration = Endpoint["declaration"];

export const HEADERS: Record<string, Json> = {
  "X-Request-Id": {
    description: "Identifies the request in our log; your own `X-Request-Id` if you send one",
    schema: { type: "string" },
  },
  "RateLimit-Limit": {
    description: "Requests that are allowed in 10 seconds",
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Remaining": {
    description: "Requests left until the budget is renewed",
    schema: { type: "integer", minimum: 0 },
  },
  "RateLimit-Reset": {
    description: "Seconds until the budget is renewed",
    schema: { type: "integer", minimum: 1 },
  },
  ETag: {
    description: "Names this state of the record: for `If-None-Match` and `If-Match`",
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds to wait before the next request",
    schema: { type: "integer", minimum: 1 },
  },
  Location: {
    description:
      "The same call at the installation that the organization has moved to, with the organization's id there",
    schema: { type: "string", format: "uri" },
  },
  "Idempotent-Replayed": {
    description: "`true`: this is the answer that an earlier request with the same key got",
    schema: { const: "true" },
  },
};

const ALWAYS = ["X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function refer(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function headers(...more: string[]): Json {
  return refer([...ALWAYS, ...more]);
}

export function content(schema: unknown): Json {
  return { content: { "application/json": { schema } } };
}

function numbered(status: number): Json {
  const properties = { error: { const: status }, message: { type: "string" } };
  return {
    type: "object",
    properties,
    required: ["error", "message"],
    additionalProperties: false,
  };
}

function closed(properties: Json): Json {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

type Refusal = {
  name: string;
  description: string;
  schema: Json;
  headers?: string[];
  extension?: true;
  /** Refused before it counts for a rate limit. */
  uncounted?: boolean;
};

const ERRORS: Record<number, Refusal> = {
  308: {
    name: "Moved",
    description: "The organization has moved to another installation",
    schema: numbered(308),
    headers: ["Location"],
    extension: true,
  },
  400: {
    name: "BadRequest",
    description: "The request is malformed: broken JSON, a bad cursor or query",
    schema: numbered(400),
  },
  401: {
    name: "Unauthorized",
    description: "The key is missing, wrong or revoked",
    schema: closed({ error: { const: 401 } }),
  },
  403: {
    name: "Forbidden",
    description: "The key's role does not allow this",
    schema: numbered(403),
  },
  404: {
    name: "NotFound",
    description: "There is no such record, or the key has no access to it",
    schema: numbered(404),
  },
  409: {
    name: "Conflict",
    description:
      "Conflicts with a change made meanwhile; nothing was done. With `Retry-After`: the organization is being moved to another installation. Retry then: a 308 leads there",
    schema: numbered(409),
    headers: ["Retry-After"],
  },
  412: {
    name: "PreconditionFailed",
    description: "`If-Match` names an older state of the record",
    schema: numbered(412),
  },
  413: {
    name: "TooLarge",
    description: "The body is larger than 1 MiB, or the file larger than the operation allows",
    schema: numbered(413),
  },
  422: {
    name: "Invalid",
    description:
      "Fields were refused, by dotted path (`updates.0.description`); whole-record errors are under `base`",
    schema: closed({
      errors: {
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" }, minItems: 1 },
      },
    }),
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests",
    schema: numbered(429),
    headers: ["Retry-After"],
  },
  431: {
    name: "HeadersTooLarge",
    description: "The address and the headers are longer than 16 KiB together",
    schema: numbered(431),
    uncounted: true,
  },
  500: {
    name: "InternalError",
    description: "Something failed; see the log under the request id",
    schema: closed({ error: { const: "Internal server error" } }),
  },
  501: {
    name: "NotImplemented",
    description: "Not implemented yet",
    schema: numbered(501),
  },
  503: {
    name: "Unavailable",
    description: "The database cannot be reached, or too much is asked of it",
    schema: closed({ error: { const: "Service unavailable" } }),
    headers: ["Retry-After"],
  },
};

export const RESPONSES: Json = {
  NotModified: {
    description: "The record is still as `If-None-Match` names it",
    headers: headers("ETag"),
  },
  ...Object.fromEntries(
    Object.values(ERRORS).map(({ name, description, schema, headers: more = [], ...how }) => [
      name,
      {
        description,
        ...(how.extension && { "x-extension": true }),
        headers: how.uncounted ? refer(["X-Request-Id"]) : headers(...more),
        ...content(schema),
      },
    ]),
  ),
};

/** Errors of an operation; `conditional`: it honors `If-Match`. */
export function errorsOf(
  { access, params, body, upload, query, operation, conflicts }: Declaration,
  method: string,
  conditional: boolean,
): Json {
  const aboutRecord = Object.keys(params.shape).length > 0;
  const expected = [
    ...[429, 431, 500, 503],
    ...(access === "path" ? [404] : [401]),
    ...(access !== "path" && (aboutRecord || access !== "public") ? [403, 404] : []),
    ...(body || query || method === "POST" ? [400] : []),
    ...(body || upload || access === "path" || method === "POST" || method === "DELETE"
      ? [422]
      : []),
    ...(body || upload ? [413] : []),
    ...(aboutRecord ? [308] : []),
    ...(conflicts || (aboutRecord && method !== "GET") ? [409] : []),
    ...(isNotYet(operation) ? [501] : []),
    ...(conditional ? [412] : []),
  ];
  return Object.fromEntries(
    expected
      .sort()
      .map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]?.name}` }]),
  );
}
