import type { Json } from "#lib/api/openapi/inputs.ts";
import { bodyOf, exampleOf } from "#lib/api/reference/examples.ts";
import { type Field, fieldsOf } from "#lib/api/reference/fields.ts";
import { curlOf, filledIn, pretty } from "#lib/api/reference/samples.ts";
import { type Components, nameOf, plain } from "#lib/api/reference/schema.ts";

type Answer = {
  status: string;
  text: string;
  /** Its record, if that has a description of its own. */
  record: string | null;
  fields: Field[];
  paged: boolean;
  example: string | null;
};

export type Operation = {
  /** Part of links: it never changes. */
  id: string;
  method: string;
  path: string;
  title: string;
  text: string;
  who: string;
  extension: boolean;
  not_yet: boolean;
  in_path: Field[];
  in_query: Field[];
  /** Headers of conditional requests. */
  headers: string[];
  body: { key: string; fields: Field[]; others: string[] } | null;
  files: string[];
  answers: Answer[];
  errors: string[];
  curl: string;
};

export type ReferenceContext = {
  components: Components;
  described: ReadonlySet<string>;
  app_url: string;
};

const WHO = /(?:^|\n\n)(Needs the role [^\n]+)$/;
/** Members of a list's envelope beside the list. */
const OF_PAGES = ["links", "meta"];
const IN_HEADERS = "#/components/parameters/";
const JSON_TYPE = "application/json";
const HEADERS: Record<string, string> = {
  IdempotencyKey: "Idempotency-Key",
  IfMatch: "If-Match",
  IfNoneMatch: "If-None-Match",
};

type Content = Record<string, { schema: Json }>;

function parametersIn(place: string, parameters: Json[], context: ReferenceContext): Field[] {
  const matching = parameters.filter((parameter) => parameter.in === place);
  const properties = matching.map(({ name, schema, description, "x-extension": extension }) => [
    String(name),
    {
      ...(schema as Json),
      ...(description !== undefined && { description }),
      "x-extension": extension,
    },
  ]);
  const required = matching.flatMap(({ name, required: needed }) => (needed ? [String(name)] : []));
  return fieldsOf({ properties: Object.fromEntries(properties), required }, context);
}

function sentBy({ requestBody }: Json, context: ReferenceContext): Operation["body"] {
  const source = (requestBody as { content: Content } | undefined)?.content[JSON_TYPE]?.schema;
  if (!source) return null;
  const { schema } = plain(source, context.components);
  const kinds = (schema.oneOf as Json[] | undefined) ?? [schema];
  const [key = "", ...others] = kinds.flatMap(({ required }) => (required as string[]) ?? []);
  const record = (kinds[0]?.properties as Record<string, Json> | undefined)?.[key] ?? {};
  return { key, others, fields: fieldsOf(plain(record, context.components).schema, context) };
}

function answerOf(
  status: string,
  { description, content }: Json,
  context: ReferenceContext,
): Answer {
  const schema = (content as Content | undefined)?.[JSON_TYPE]?.schema;
  const text = String(description);
  const empty = { status, text, record: null, fields: [], paged: false };
  if (!schema) return { ...empty, example: null };
  const record = nameOf(schema);
  const isKnown = record !== null && context.described.has(record);
  const fields = isKnown ? [] : fieldsOf(plain(schema, context.components).schema, context);
  return {
    ...empty,
    record: isKnown ? record : null,
    fields: fields.filter(({ name }) => !OF_PAGES.includes(name)),
    paged: OF_PAGES.every((name) => fields.some((field) => field.name === name)),
    example: pretty(exampleOf(schema, context)),
  };
}

export function operationOf(
  path: string,
  method: string,
  operation: Json,
  context: ReferenceContext,
): Operation {
  const description = String(operation.description ?? "");
  const parameters = operation.parameters as Json[];
  const responses = Object.entries(operation.responses as Record<string, Json>);
  const content = (operation.requestBody as { content: Content } | undefined)?.content ?? {};
  const files = Object.keys(content).filter((type) => type !== JSON_TYPE);
  const schema = content[JSON_TYPE]?.schema;
  const is_public = (operation.security as Json[]).some((one) => Object.keys(one).length === 0);
  const base = `${context.app_url}/api/v2`;
  return {
    id: String(operation.operationId),
    method: method.toUpperCase(),
    path,
    title: String(operation.summary),
    text: description.replace(WHO, ""),
    who: is_public ? "No key needed." : (WHO.exec(description)?.[1] ?? ""),
    extension: operation["x-extension"] === true,
    not_yet: operation["x-not-yet"] === true,
    in_path: parametersIn("path", parameters, context),
    in_query: parametersIn("query", parameters, context),
    headers: parameters.flatMap(({ $ref }) =>
      $ref ? [HEADERS[String($ref).slice(IN_HEADERS.length)] ?? ""] : [],
    ),
    body: sentBy(operation, context),
    files,
    answers: responses
      .filter(([status]) => status.startsWith("2"))
      .map(([status, answer]) => answerOf(status, answer, context)),
    errors: responses.map(([status]) => status).filter((status) => !status.startsWith("2")),
    curl: curlOf({
      method: method.toUpperCase(),
      url: base + filledIn(path),
      is_public,
      body: schema && bodyOf(schema, context.components),
      file: files.length > 0 ? "image/png" : null,
    }),
  };
}
