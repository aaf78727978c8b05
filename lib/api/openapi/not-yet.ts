import type { Json } from "#lib/api/openapi/inputs.ts";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import type { WebhookEvent } from "#lib/notifications/webhooks/schema.ts";

/**
 * Fields, operations and events that are accepted or listed but have no effect yet. The document
 * marks each with `x-not-yet`.
 */
const FIELDS: Record<string, string> = {};

export const NOT_YET = {
  fields: Object.entries(FIELDS).flatMap(([schema, names]) =>
    names.split(/\s+/).map((name) => ({ schema, path: name.split(".") })),
  ),
  operations: [] as string[],
  events: [] as WebhookEvent[],
} satisfies { fields: object[]; operations: string[]; events: WebhookEvent[] };

const NO_EFFECT = "Not yet: accepted and returned, without any effect so far.";

function marked(property: Json, mark: unknown, sentence: string): Json {
  const description = [property.description, sentence].filter(Boolean).join(" ");
  return { ...property, description, "x-not-yet": mark };
}

type Change = (property: Json) => Json;

/** Changes the property at a path under both its names, wherever it occurs. */
function changed(schema: Json, [name = "", ...rest]: string[], change: Change): Json {
  const within = (inner: unknown): unknown =>
    Array.isArray(inner) ? inner.map((one: Json) => changed(one, [name, ...rest], change)) : inner;
  const properties = { ...(schema.properties as Record<string, Json> | undefined) };
  for (const key of new Set([name, aliasOf(name) ?? name])) {
    const property = properties[key];
    if (!property) continue;
    properties[key] = rest.length > 0 ? inItems(property, rest, change) : change(property);
  }
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties }),
    ...(schema.anyOf !== undefined && { anyOf: within(schema.anyOf) }),
    ...(schema.oneOf !== undefined && { oneOf: within(schema.oneOf) }),
  };
}

function inItems(property: Json, path: string[], change: Change): Json {
  const lists = property.anyOf as Json[] | undefined;
  if (lists) return { ...property, anyOf: lists.map((list) => inItems(list, path, change)) };
  return property.items === undefined
    ? property
    : { ...property, items: changed(property.items as Json, path, change) };
}

function namesOf(schema: string): string[] {
  return [schema, `Create${schema}`, `Update${schema}`, `Created${schema}`];
}

export function isNotYet(operation: string): boolean {
  return NOT_YET.operations.includes(operation);
}

export function withNotYet(components: Json): Json {
  const all: Json = { ...components };
  const change = (schema: string, path: string[], how: Change) => {
    for (const name of namesOf(schema))
      if (all[name]) all[name] = changed(all[name] as Json, path, how);
  };
  for (const { schema, path } of NOT_YET.fields)
    change(schema, path, (property) => marked(property, true, NO_EFFECT));
  if (NOT_YET.events.length === 0) return all;
  const never = NOT_YET.events.map((event) => `\`${event}\``).join(", ");
  change("Webhook", ["events"], (property) =>
    marked(property, NOT_YET.events, `Not yet sent: ${never}.`),
  );
  return all;
}

/** Also tells whether it was marked. */
export function withoutNotYet({ description, "x-not-yet": mark }: Json): {
  text: string;
  not_yet: boolean;
} {
  const text = String(description ?? "");
  return { text: text.replace(NO_EFFECT, "").trim(), not_yet: mark === true };
}
