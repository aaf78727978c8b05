import type { Json } from "#lib/api/openapi/inputs.ts";
import { exampleOf } from "#lib/api/reference/examples.ts";
import { type Field, fieldsOf } from "#lib/api/reference/fields.ts";
import {
  type Operation,
  operationOf,
  type ReferenceContext,
} from "#lib/api/reference/operation.ts";
import { pretty } from "#lib/api/reference/samples.ts";
import { type Components, nameOf, plain } from "#lib/api/reference/schema.ts";

export type RecordDoc = { name: string; fields: Field[]; example: string };

export type Part = {
  /** Part of its address: it never changes. */
  slug: string;
  title: string;
  text: string;
  records: RecordDoc[];
  operations: Operation[];
};

export type Event = {
  name: string;
  summary: string;
  not_yet: boolean;
  fields: Field[];
  example: string;
};

type Failure = { status: string; text: string };

export type Reference = {
  base_url: string;
  parts: Part[];
  events: Event[];
  failures: Failure[];
  /** The page that describes each record. */
  homes: Map<string, string>;
};

type Document = {
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, { post: Json }>;
  components: { schemas: Components; responses: Record<string, Json> };
};

type PathOperation = { path: string; method: string; operation: Json };

const JSON_TYPE = "application/json";

function slugOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

function schemaIn(of: unknown): Json | undefined {
  return (of as { content?: Record<string, { schema: Json }> } | undefined)?.content?.[JSON_TYPE]
    ?.schema;
}

/** Records in a response: itself, or in keys, single or listed. */
function recordsIn(schema: Json | undefined): string[] {
  if (!schema) return [];
  const name = nameOf(schema);
  if (name !== null) return [name];
  if (schema.items) return recordsIn(schema.items as Json);
  if (schema.anyOf) return (schema.anyOf as Json[]).flatMap(recordsIn);
  return Object.values((schema.properties ?? {}) as Record<string, Json>).flatMap(recordsIn);
}

const OF_LISTS = ["Links", "Meta"];

function homesOf(operations: PathOperation[], parts: readonly string[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const part of parts)
    for (const { operation } of operations.filter(
      ({ operation: { tags } }) => (tags as string[])[0] === part,
    ))
      for (const [status, answer] of Object.entries(operation.responses as Record<string, Json>))
        for (const name of status.startsWith("2") ? recordsIn(schemaIn(answer)) : [])
          if (!homes.has(name) && !OF_LISTS.includes(name)) homes.set(name, slugOf(part));
  return homes;
}

function recordOf(name: string, context: ReferenceContext): RecordDoc {
  const schema = context.components[name] ?? {};
  const $ref = `#/components/schemas/${name}`;
  return { name, fields: fieldsOf(schema, context), example: pretty(exampleOf({ $ref }, context)) };
}

function eventOf([name, { post }]: [string, { post: Json }], context: ReferenceContext): Event {
  const schema = schemaIn(post.requestBody) ?? {};
  const body = plain(schema, context.components).schema.properties as Record<string, Json>;
  return {
    name,
    summary: String(post.summary),
    not_yet: post["x-not-yet"] === true,
    fields: fieldsOf(body.data ?? {}, context),
    example: pretty(exampleOf(schema, { ...context, record: "Sent" } as ReferenceContext)),
  };
}

function failuresOf(
  { components: { responses } }: Document,
  operations: PathOperation[],
): Failure[] {
  const known = new Map<string, string>();
  for (const { operation } of operations)
    for (const [status, { $ref }] of Object.entries(operation.responses as Record<string, Json>)) {
      const name = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;
      if (name) known.set(status, String(responses[name]?.description));
    }
  return [...known].map(([status, text]) => ({ status, text })).sort(byStatus);
}

function byStatus(one: Failure, other: Failure): number {
  return Number(one.status) - Number(other.status);
}

/** The OpenAPI document arranged for readers. */
export function referenceOf(document: Json, app_url: string): Reference {
  const doc = document as unknown as Document;
  const components = doc.components.schemas;
  const operations = Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const homes = homesOf(
    operations,
    doc.tags.map(({ name }) => name),
  );
  const context: ReferenceContext = { components, described: new Set(homes.keys()), app_url };
  const parts = doc.tags.map(({ name: title, description: text = "" }) => {
    const slug = slugOf(title);
    const own = operations.filter(({ operation: { tags } }) => (tags as string[])[0] === title);
    const names = [...homes].filter(([, home]) => home === slug).map(([name]) => name);
    return {
      slug,
      title,
      text,
      records: names.map((name) => recordOf(name, context)),
      operations: own.map(({ path, method, operation }) =>
        operationOf(path, method, operation, context),
      ),
    };
  });
  const events = Object.entries(doc.webhooks).map((event) => eventOf(event, context));
  const base_url = doc.servers[0]?.url ?? "";
  return { base_url, parts, events, failures: failuresOf(doc, operations), homes };
}
