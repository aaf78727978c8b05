import type { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { type Json, withoutNull } from "#lib/api/openapi/inputs.ts";
import { asText, DELIVERIES, INTRODUCTION } from "#lib/api/openapi/introduction.ts";
import { isNotYet, withNotYet } from "#lib/api/openapi/not-yet.ts";
import { content, errorsOf, HEADERS, headers, RESPONSES } from "#lib/api/openapi/responses.ts";
import { plainSchema, type Schemas, schemasOf } from "#lib/api/openapi/schemas.ts";
import { camel, type Operation, tagsOf } from "#lib/api/openapi/tags.ts";
import { EVENT_BODIES, webhooksOf } from "#lib/api/openapi/webhooks.ts";
import type { Endpoints } from "#lib/api/route.ts";
import { rolesThatMay } from "#lib/core/access/permissions.ts";
import { EventInput } from "#lib/notifications/webhooks/schema.ts";
import { IntegrationSettings } from "#lib/pages/integrations/schema.ts";

type Declaration = Endpoint["declaration"];

const CONDITIONS: Record<string, Json> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Any text: the same request with the same key within 24 hours is carried out once and gets the first response again",
    schema: { type: "string", maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the state you read: if the record has changed since, the request is refused with 412; one without a read of its own has no `ETag`, so only `*` is accepted",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description:
      "The `ETag` of the state you have: if it is still the same, the response is 304 and empty",
    schema: { type: "string" },
  },
};

function header(name: keyof typeof CONDITIONS): Json {
  return { $ref: `#/components/parameters/${name}` };
}

function pathParameter([name, schema]: [string, z.ZodType]): Json {
  return { name: camel(name), in: "path", required: true, schema: plainSchema(schema, "input") };
}

function queryParameter([name, schema]: [string, z.ZodType]): Json {
  const { description, ...own } = withoutNull(plainSchema(schema, "input"));
  const { "x-extension": isExtension, ...rest } = own;
  return {
    name,
    in: "query",
    required: false,
    ...(description !== undefined && { description }),
    ...(isExtension !== undefined && { "x-extension": isExtension }),
    schema: rest,
  };
}

function parameters(
  { declaration: { params, query, downloads }, method }: Operation,
  conditional: boolean,
): Json[] {
  return [
    ...Object.entries(params.shape as Record<string, z.ZodType>).map(pathParameter),
    ...Object.entries((query?.shape ?? {}) as Record<string, z.ZodType>).map(queryParameter),
    ...(method === "GET" && !downloads ? [header("IfNoneMatch")] : []),
    ...(method === "POST" ? [header("IdempotencyKey")] : []),
    ...(conditional ? [header("IfMatch")] : []),
  ];
}

const ADDED_HEADERS: Record<string, string[]> = {
  GET: ["ETag"],
  POST: ["Idempotent-Replayed"],
};

function success({ declaration, method }: Operation, schemas: Schemas): Json {
  const { status = 200, response, operation, downloads } = declaration;
  if (isNotYet(operation)) return {};
  if (downloads) {
    const files = downloads.map((type) => [type, { schema: {} }]);
    const content = Object.fromEntries(files);
    return { [status]: { description: "The file", headers: headers(), content } };
  }
  if (status === 204) return { 204: { description: "Done", headers: headers() } };
  const schema = response ? schemas.output(response) : { const: "" };
  const more = ADDED_HEADERS[method] ?? [];
  return { [status]: { description: "Done", headers: headers(...more), ...content(schema) } };
}

function descriptionOf({ description, access }: Declaration): string | undefined {
  const roles = access === "public" || access === "path" ? undefined : rolesThatMay(access);
  return (
    [
      description,
      roles &&
        `Needs the role ${roles.join(", ").replace(/, (?=[^,]*$)/, " or ")}, and of a limited key the permission \`${access}\`.`,
    ]
      .filter(Boolean)
      .join("\n\n") || undefined
  );
}

function requestBodyOf({ body, upload }: Declaration, schemas: Schemas): Json {
  if (body) return { requestBody: { required: true, ...content(schemas.input(body)) } };
  if (!upload) return {};
  const files = upload.types.map((type) => [type, { schema: { maxLength: upload.max_bytes } }]);
  return { requestBody: { required: !upload.optional, content: Object.fromEntries(files) } };
}

function describeOperation(operation: Operation, schemas: Schemas): Json {
  const { declaration, method } = operation;
  const conditional = method === "PUT" || method === "DELETE";
  const description = descriptionOf(declaration);
  return {
    operationId: declaration.operation,
    summary: declaration.summary,
    ...(description && { description }),
    tags: [declaration.tag],
    ...(declaration.extension && { "x-extension": true }),
    ...(isNotYet(declaration.operation) && { "x-not-yet": true }),
    security: SECURITY[declaration.access] ?? [{ key: [] }],
    parameters: parameters(operation, conditional),
    ...requestBodyOf(declaration, schemas),
    responses: {
      ...success(operation, schemas),
      ...(method === "GET" &&
        !declaration.downloads && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...errorsOf(declaration, method, conditional),
    },
  };
}

const SECURITY: Record<string, Json[]> = { public: [{}, { key: [] }], path: [{}] };

/** Parts of several inputs: with a name, generated clients have them once. */
const PARTS = [IntegrationSettings, EventInput];

const INFO = `Read what a status page shows, and manage everything on it.

${asText(INTRODUCTION)}

## Webhooks

${asText(DELIVERIES)}`;

/** The OpenAPI 3.1 document, derived from the declarations of the routes. */
export function openApiDocument(routes: Record<string, Endpoints>, app_url: string): Json {
  const operations = Object.entries(routes).flatMap(([path, endpoints]) =>
    Object.entries(endpoints).map(
      ([method, endpoint]): Operation => ({
        path,
        method,
        declaration: (endpoint as Endpoint).declaration,
      }),
    ),
  );
  const schemas = schemasOf(operations, PARTS, EVENT_BODIES);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${camel(name)}}`);
    const described = describeOperation(operation, schemas);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Allclear",
      version: "2.0.0",
      description: INFO,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${app_url}/api/v2` }],
    tags: tagsOf(operations.map(({ declaration }) => declaration.tag)),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "Authorization" } },
      schemas: withNotYet(schemas.components),
      parameters: CONDITIONS,
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}
