import { routes } from "#app/api/v2/routes.ts";
import { wrapperOf } from "#lib/api/body.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { NOT_YET } from "#lib/api/openapi/not-yet.ts";
import { camel } from "#lib/api/openapi/tags.ts";
import { document } from "#tests/support/http/document.ts";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  not?: { enum: unknown[] };
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  contains?: Schema;
  required?: string[];
  maxProperties?: number;
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
};

type Declaration = Endpoint["declaration"];
type Keyed = Declaration & { access: Exclude<Declaration["access"], "path"> };
export type Operation = { path: string; method: string; declaration: Keyed };

/**
 * Every operation of the route table that is there, but for those that ask for no key because their
 * path is one: tests/api/monitoring/reports.spec.ts.
 */
export const operations: Operation[] = Object.entries(routes).flatMap(([path, endpoints]) =>
  Object.entries(endpoints).flatMap(([method, found]) => {
    const { declaration } = found as Endpoint;
    const isThere = !NOT_YET.operations.includes(declaration.operation);
    return isThere && declaration.access !== "path"
      ? [{ path, method, declaration: declaration as Keyed }]
      : [];
  }),
);

export function resolved(schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split("/").at(-1);
  return (name ? (document.components.schemas?.[name] as Schema | undefined) : schema) ?? {};
}

const UNSET = "#/components/schemas/Unset";

/** The alternatives of a schema, but for null and what says that a field is not set. */
export function variants(schema: Schema | undefined): Schema[] {
  const whole = resolved(schema);
  const options = (whole.anyOf ?? whole.oneOf)?.filter(({ $ref }) => $ref !== UNSET);
  return (options ? options.flatMap(variants) : [whole]).filter(({ type }) => type !== "null");
}

/** The fields that a record has in any of its alternatives. */
export function fieldsOf(schema: Schema | undefined): Record<string, Schema> {
  return Object.assign({}, ...variants(schema).map(({ properties }) => properties ?? {})) as Record<
    string,
    Schema
  >;
}

type Content = { content?: { "application/json"?: { schema: Schema } } };
type Documented = {
  operationId: string;
  parameters: { in?: string; name: string; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

function documented({ path, method }: Operation): Documented {
  const written = path.replace(/\{(\w+)\}/g, (_, name: string) => `{${camel(name)}}`);
  return document.paths[written]?.[method.toLowerCase()] as unknown as Documented;
}

/** The whole body that an operation takes. */
export function bodyOf(operation: Operation): Schema | undefined {
  return documented(operation).requestBody?.content?.["application/json"]?.schema;
}

/** The parameters that the query of an operation may have. */
export function queryOf(operation: Operation): Record<string, Schema> {
  const inQuery = documented(operation).parameters.filter((parameter) => parameter.in === "query");
  return Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
}

function recordIn(content: Content | undefined, wrapper: string | undefined): Schema | undefined {
  return fieldsOf(content?.content?.["application/json"]?.schema)[wrapper ?? ""];
}

/** The record that an operation takes, as the document has it. */
export function requestOf(operation: Operation): Schema | undefined {
  return recordIn(documented(operation).requestBody, wrapperOf(operation.declaration.body));
}

/** The record that an operation answers with. */
export function answerOf(operation: Operation): Schema | undefined {
  const { response, status = 200 } = operation.declaration;
  return recordIn(documented(operation).responses[status], wrapperOf(response));
}

/** The operation of the same path with another method. */
export function sibling({ path }: Operation, method: string): Operation | undefined {
  return operations.find((other) => other.path === path && other.method === method);
}
