import type { Json } from "#lib/api/openapi/inputs.ts";
import { exampleOf } from "#lib/api/reference/examples.ts";
import { type Field, fieldsOf } from "#lib/api/reference/fields.ts";
import { type Made, type Operation, operationOf } from "#lib/api/reference/operation.ts";
import { pretty } from "#lib/api/reference/samples.ts";
import { type Components, nameOf, plain } from "#lib/api/reference/schema.ts";

export type RecordShown = { name: string; fields: Field[]; example: string };

export type Part = {
  /** Part of its address: it never changes. */
  slug: string;
  title: string;
  text: string;
  records: RecordShown[];
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

type Called = { path: string; method: string; given: Json };

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

function homesOf(called: Called[], parts: readonly string[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const part of parts)
    for (const { given } of called.filter(({ given: { tags } }) => (tags as string[])[0] === part))
      for (const [status, answer] of Object.entries(given.responses as Record<string, Json>))
        for (const name of status.startsWith("2") ? recordsIn(schemaIn(answer)) : [])
          if (!homes.has(name) && !OF_LISTS.includes(name)) homes.set(name, slugOf(part));
  return homes;
}

function recordOf(name: string, made: Made): RecordShown {
  const schema = made.components[name] ?? {};
  const $ref = `#/components/schemas/${name}`;
  return { name, fields: fieldsOf(schema, made), example: pretty(exampleOf({ $ref }, made)) };
}

function eventOf([name, { post }]: [string, { post: Json }], made: Made): Event {
  const schema = schemaIn(post.requestBody) ?? {};
  const body = plain(schema, made.components).schema.properties as Record<string, Json>;
  return {
    name,
    summary: String(post.summary),
    not_yet: post["x-not-yet"] === true,
    fields: fieldsOf(body.data ?? {}, made),
    example: pretty(exampleOf(schema, { ...made, record: "Sent" } as Made)),
  };
}

function failuresOf({ components: { responses } }: Document, called: Called[]): Failure[] {
  const known = new Map<string, string>();
  for (const { given } of called)
    for (const [status, { $ref }] of Object.entries(given.responses as Record<string, Json>)) {
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
  const given = document as unknown as Document;
  const components = given.components.schemas;
  const called = Object.entries(given.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, given: operation })),
  );
  const homes = homesOf(
    called,
    given.tags.map(({ name }) => name),
  );
  const made: Made = { components, described: new Set(homes.keys()), app_url };
  const parts = given.tags.map(({ name: title, description: text = "" }) => {
    const slug = slugOf(title);
    const of = called.filter(({ given: { tags } }) => (tags as string[])[0] === title);
    const names = [...homes].filter(([, home]) => home === slug).map(([name]) => name);
    return {
      slug,
      title,
      text,
      records: names.map((name) => recordOf(name, made)),
      operations: of.map(({ path, method, given: one }) => operationOf(path, method, one, made)),
    };
  });
  const events = Object.entries(given.webhooks).map((event) => eventOf(event, made));
  const base_url = given.servers[0]?.url ?? "";
  return { base_url, parts, events, failures: failuresOf(given, called), homes };
}
