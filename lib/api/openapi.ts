import { z } from "zod";
import { aliasOf } from "#lib/api/aliases.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import type { Endpoints } from "#lib/api/route.ts";

type Json = Record<string, unknown>;
type Declaration = Endpoint["declaration"];

const NumberedError = z.object({ error: z.int(), message: z.string().optional() });
const ERRORS: Record<number, { description: string; schema: z.ZodType }> = {
  400: { description: "The request is malformed: broken JSON, a bad cursor or query", schema: NumberedError },
  401: { description: "The key is missing or wrong", schema: z.object({ error: z.literal(401) }) },
  403: { description: "The key's role does not allow this", schema: NumberedError },
  404: { description: "There is no such record, or the key may not know of it", schema: NumberedError },
  405: { description: "The path does not have this method; `Allow` names those it has", schema: NumberedError },
  412: { description: "`If-Match` names an older state of the record", schema: NumberedError },
  413: { description: "The body is larger than 1 MiB", schema: NumberedError },
  422: {
    description: "Fields were refused, by dotted path; whole-record errors under `base`",
    schema: z.object({ errors: z.record(z.string(), z.array(z.string())) }),
  },
  429: { description: "Too many requests; `Retry-After` says when to come back", schema: NumberedError },
  500: { description: "Something failed; the log has it under the request id", schema: z.object({ error: z.string() }) },
  503: { description: "The database cannot be reached", schema: z.object({ error: z.string() }) },
};

function errorsOf({ auth, body, query }: Declaration, method: string): number[] {
  const conditional = method === "PUT" || method === "DELETE";
  const always = [401, 403, 404, 405, 429, 500, 503];
  return [...always, ...(body || query ? [400] : []), ...(body ? [413, 422] : []), ...(conditional && auth === "key" ? [412] : [])].sort();
}

function withAliasProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withAliasProperties);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withAliasProperties(value)]));
  if (typeof copy.properties !== "object" || copy.properties === null) return copy;
  const properties: Json = {};
  for (const [name, schema] of Object.entries(copy.properties)) {
    properties[name] = schema;
    const alias = aliasOf(name);
    if (alias) properties[alias] = { ...(schema as Json), description: `Another name of \`${name}\`` };
  }
  return { ...copy, properties };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _draft, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ jsonSchema }) => void delete jsonSchema.wrapper,
  });
  return withAliasProperties(converted);
}

function content(schema: unknown): Json {
  return { content: { "application/json": { schema } } };
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function parameters(declaration: Declaration): Json[] {
  const ids = Object.keys(declaration.params.shape).map((name) => ({
    name: camel(name),
    in: "path",
    required: true,
    schema: name === "subdomain" ? { type: "string" } : { type: "integer", minimum: 1 },
  }));
  const query = Object.entries(declaration.query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = jsonSchema(schema as z.ZodType, "input") as Json;
    return { name, in: "query", required: false, description, schema: rest };
  });
  return [...ids, ...query];
}

function success(declaration: Declaration): [string, Json] {
  const status = String(declaration.status ?? 200);
  if (status === "204") return [status, { description: "Done" }];
  const schema = declaration.response ? jsonSchema(declaration.response, "output") : { const: "" };
  return [status, { description: "Done", ...content(schema) }];
}

function operation(path: string, method: string, declaration: Declaration): Json {
  const errors = errorsOf(declaration, method).map((status): [string, Json] => {
    const { description = "", schema = NumberedError } = ERRORS[status] ?? {};
    return [String(status), { description, ...content(jsonSchema(schema, "output")) }];
  });
  return {
    operationId: camel(`${method.toLowerCase()}${path.replace(/[{}]/g, "").replace(/[/.]/g, "_")}`),
    summary: declaration.summary,
    ...(declaration.description && { description: declaration.description }),
    tags: [declaration.tag],
    ...(declaration.extension && { "x-extension": true }),
    security: declaration.auth === "key" ? [{ key: [] }] : [{}, { key: [] }],
    parameters: parameters(declaration),
    ...(declaration.body && { requestBody: { required: true, ...content(jsonSchema(declaration.body, "input")) } }),
    responses: Object.fromEntries([success(declaration), ...errors]),
  };
}

/** The OpenAPI 3.1 document of the API, made from the declarations its routes run on. */
export function openApiDocument(routes: Record<string, Endpoints>, app_url: string): Json {
  const paths = Object.entries(routes).map(([path, endpoints]) => {
    const methods = Object.entries(endpoints).filter((entry): entry is [string, Endpoint] => entry[1] !== undefined);
    const operations = methods.map(([method, { declaration }]) => [method.toLowerCase(), operation(path, method, declaration)]);
    return [path.replace(/\{(\w+)\}/g, (_, name: string) => `{${camel(name)}}`), Object.fromEntries(operations)];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Allclear", version: "2.0.0", description: "Status pages: public reads and management." },
    servers: [{ url: `${app_url}/api/v2` }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "Authorization" } } },
    paths: Object.fromEntries(paths),
  };
}
