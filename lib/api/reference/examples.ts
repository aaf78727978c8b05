import type { Json } from "#lib/api/openapi/inputs.ts";
import { BODIES, OF_RECORDS, VALUES } from "#lib/api/reference/samples.ts";
import { type Components, nameOf, plain, propertiesOf } from "#lib/api/reference/schema.ts";

type Place = {
  components: Components;
  app_url: string;
  record?: string;
  field?: string;
  /** Enclosing records: none is an example inside itself. */
  around?: readonly string[];
};

const BY_FORMAT: Record<string, string> = {
  uuid: "5f2d0c6a-1f0e-4a3b-9a51-0b7f8a6f2d10",
  uri: "https://example.com",
  email: "ada@example.com",
};

function suits(value: unknown, schema: Json, nullable: boolean): boolean {
  if (value === null) return nullable;
  if (schema.enum) return (schema.enum as unknown[]).includes(value);
  if (schema.const !== undefined || schema.oneOf) return false;
  if (Array.isArray(value)) return schema.type === "array";
  if (schema.type === "integer") return Number.isInteger(value);
  return typeof value === schema.type;
}

function textOf(schema: Json, { field = "", app_url, record }: Place): string {
  if (/^time|(_at|_from|_until)$/.test(field)) return "2026-11-20T14:02:00";
  if (field === "url" && /^(Incident|Sent)$/.test(record ?? ""))
    return `${app_url}/s/acme/incidents/42`;
  if (/(^|_)url$/.test(field)) return "https://example.com";
  return BY_FORMAT[String(schema.format)] ?? "";
}

function objectOf(schema: Json, place: Place): Json {
  const properties = Object.entries(propertiesOf(schema, place.components));
  return Object.fromEntries(
    (properties as [string, Json][]).map(([field, inner]) => [
      field,
      exampleOf(inner, { ...place, field }),
    ]),
  );
}

function generated(schema: Json, nullable: boolean, place: Place): unknown {
  const { examples, enum: values, oneOf, items, type } = schema;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(values)) return values.find((value) => value !== "") ?? null;
  if (Array.isArray(oneOf)) return exampleOf(oneOf[0], place);
  if (type === "object" && schema.properties) return objectOf(schema, place);
  if (nullable) return null;
  if (items) return listOf(items as Json, place);
  if (type === "boolean") return schema.default ?? false;
  if (type === "integer" || type === "number")
    return Math.max(Number(schema.minimum ?? 1), Math.min(1, Number(schema.maximum ?? 1)));
  return type === "string" ? textOf(schema, place) : {};
}

function listOf(items: Json, place: Place): unknown[] {
  const inside = place.around?.includes(nameOf(items) ?? "");
  return inside ? [] : [exampleOf(items, { ...place, field: undefined })];
}

export function exampleOf(source: Json, place: Place): unknown {
  const { schema, nullable, component } = plain(source, place.components);
  const record = component ?? place.record;
  const field = component ? undefined : place.field;
  const own = field === undefined ? undefined : OF_RECORDS[record ?? ""]?.[field];
  for (const example of [own, field === undefined ? undefined : VALUES[field]])
    if (example !== undefined && suits(example, schema, nullable)) return example;
  const around = [...(place.around ?? []), ...(component ? [component] : [])];
  return generated(schema, nullable, { ...place, record, around });
}

export function bodyOf(source: Json, components: Components): unknown {
  const name = nameOf(source);
  if (name !== null) return BODIES[name] ?? {};
  const { schema } = plain(source, components);
  const [whole = schema] = (schema.oneOf as Json[] | undefined) ?? [];
  const properties = Object.entries((whole.properties ?? {}) as Record<string, Json>);
  const needed = (whole.required as string[] | undefined) ?? [];
  return Object.fromEntries(
    properties
      .filter(([key]) => needed.includes(key))
      .map(([key, inner]) => [key, bodyOf(inner, components)]),
  );
}
