import type { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { camel, type Operation, operationId } from "#lib/api/openapi/names.ts";
import { content, errorsOf, HEADERS, headers, RESPONSES } from "#lib/api/openapi/responses.ts";
import { type Json, plainSchema, type Schemas, schemasOf } from "#lib/api/openapi/schemas.ts";
import type { Endpoints } from "#lib/api/route.ts";
import { rolesThatMay } from "#lib/auth/permissions.ts";

type Declaration = Endpoint["declaration"];

const CONDITIONS: Record<string, Json> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Any text of your own: the same request with the same key within 24 hours is done once, and gets the first answer again",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The `ETag` of the state you read: the change is refused with 412 when the record has another one by now",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The `ETag` of the state you have: the answer is 304 and empty when it still is the same",
    schema: { type: "string" },
  },
};

function header(name: keyof typeof CONDITIONS): Json {
  return { $ref: `#/components/parameters/${name}` };
}

function pathParameter(name: string): Json {
  const schema = name === "subdomain" ? { type: "string" } : { type: "integer", minimum: 1 };
  return { name: camel(name), in: "path", required: true, schema };
}

function queryParameter([name, schema]: [string, z.ZodType]): Json {
  const { description, ...rest } = plainSchema(schema, "input");
  return { name, in: "query", required: false, ...(description !== undefined && { description }), schema: rest };
}

function parameters({ declaration: { params, query }, method }: Operation, conditional: boolean): Json[] {
  return [
    ...Object.keys(params.shape).map(pathParameter),
    ...Object.entries((query?.shape ?? {}) as Record<string, z.ZodType>).map(queryParameter),
    ...(method === "GET" ? [header("IfNoneMatch")] : []),
    ...(method === "POST" ? [header("IdempotencyKey")] : []),
    ...(conditional ? [header("IfMatch")] : []),
  ];
}

function success({ declaration, method }: Operation, schemas: Schemas): Json {
  const { status = 200, response } = declaration;
  if (status === 204) return { 204: { description: "Done", headers: headers() } };
  const schema = response ? schemas.output(response) : { const: "" };
  const more = method === "GET" ? ["ETag"] : method === "POST" ? ["Idempotent-Replayed"] : [];
  return { [status]: { description: "Done", headers: headers(...more), ...content(schema) } };
}

function descriptionOf({ description, access }: Declaration): string | undefined {
  const roles = access === "public" ? undefined : rolesThatMay(access);
  return (
    [description, roles && `Needs the role ${roles.join(", ").replace(/, (?=[^,]*$)/, " or ")}.`].filter(Boolean).join("\n\n") || undefined
  );
}

function describeOperation(operation: Operation, schemas: Schemas, hasRead: boolean): Json {
  const { declaration, method } = operation;
  const conditional = hasRead && (method === "PUT" || method === "DELETE");
  const description = descriptionOf(declaration);
  return {
    operationId: operationId(operation),
    summary: declaration.summary,
    ...(description && { description }),
    tags: [declaration.tag],
    ...(declaration.extension && { "x-extension": true }),
    security: declaration.access === "public" ? [{}, { key: [] }] : [{ key: [] }],
    parameters: parameters(operation, conditional),
    ...(declaration.body && { requestBody: { required: true, ...content(schemas.input(declaration.body)) } }),
    responses: {
      ...success(operation, schemas),
      ...(method === "GET" && { 304: { $ref: "#/components/responses/NotModified" } }),
      ...errorsOf(declaration, method, conditional),
    },
  };
}

const INFO = `Read what a status page shows, and manage everything on it.

**Keys.** Send the key in \`Authorization\`, bare or after \`Bearer\`. Public reads need none.

**Times** are UTC, \`YYYY-MM-DDTHH:MM:SS\`; those of metrics are Unix seconds.

**Unset fields** may be left out or sent as null, and as the \`""\`, 0, false or \`{}\` of another type than the field's. A PUT leaves what it is not given.

**Lists** come in pages of 20, or \`limit\` up to 100; follow \`links.next\`. A method that a path does not have is answered with 405 and \`Allow\`.

**Extensions** (\`x-extension\`) are operations of our own, beyond the interface that existing clients know.`;

/** The OpenAPI 3.1 document of the API, made from the declarations its routes run on. */
export function openApiDocument(routes: Record<string, Endpoints>, app_url: string): Json {
  const operations = Object.entries(routes).flatMap(([path, endpoints]) =>
    Object.entries(endpoints).map(([method, endpoint]): Operation => ({ path, method, declaration: (endpoint as Endpoint).declaration })),
  );
  const schemas = schemasOf(operations);
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${camel(name)}}`);
    const described = describeOperation(operation, schemas, routes[operation.path]?.GET !== undefined);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Allclear", version: "2.0.0", description: INFO, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: `${app_url}/api/v2` }],
    tags: [...new Set(operations.map(({ declaration }) => declaration.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "Authorization" } },
      schemas: schemas.components,
      parameters: CONDITIONS,
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}
