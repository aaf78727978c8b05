import { z } from "zod";
import { isWrapped, type Wrapped } from "#lib/api/body.ts";
import { acceptedProperties, type Json, UNSET } from "#lib/api/openapi/inputs.ts";
import type { Operation } from "#lib/api/openapi/tags.ts";
import { PageLinks } from "#lib/api/pagination.ts";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import { nameOf } from "#lib/core/fields/schema.ts";

type Io = "input" | "output";

const SCHEMAS = "#/components/schemas/";
const SHARED = `${SCHEMAS}__shared#/$defs/`;

function withAliases(properties: Json): Json {
  const both: Json = {};
  for (const [name, schema] of Object.entries(properties)) {
    both[name] = schema;
    const alias = aliasOf(name);
    if (alias) both[alias] = { ...(schema as Json), description: `Another name of \`${name}\`` };
  }
  return both;
}

function withDefaults(properties: Json, defaults: Json): Json {
  const known = Object.entries(defaults).map(([name, value]) => [
    name,
    { ...(properties[name] as Json), default: value },
  ]);
  return { ...properties, ...Object.fromEntries(known) };
}

type Noted = Json & { properties: Json; required?: string[]; defaults?: Json; needs?: string[] };

function recordOf({ defaults = {}, needs = [], required = [], ...schema }: Noted, io: Io): Json {
  const unset = { $ref: `${SCHEMAS}Unset` };
  const properties = withDefaults(schema.properties, defaults);
  const all = [...new Set([...required, ...needs])];
  return {
    ...schema,
    ...(all.length > 0 && { required: all }),
    properties: withAliases(
      io === "input" ? acceptedProperties(properties, needs, unset) : properties,
    ),
  };
}

function tidy(node: unknown, io: Io): unknown {
  if (Array.isArray(node)) return node.map((inner) => tidy(inner, io));
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, tidy(value, io)]),
  );
  if (typeof copy.$ref === "string") copy.$ref = copy.$ref.replace(SHARED, SCHEMAS);
  const isRecord = typeof copy.properties === "object" && copy.properties !== null;
  return isRecord ? recordOf(copy as Noted, io) : copy;
}

type Overridden = { jsonSchema: z.core.JSONSchema.BaseSchema };

function overrideOutput({ jsonSchema }: Overridden): void {
  delete jsonSchema.id;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const override = {
  input: ({ jsonSchema }: Overridden) => {
    delete jsonSchema.id;
  },
  output: overrideOutput,
};

export function plainSchema(schema: z.ZodType, io: Io): Json {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: override[io],
  });
  return tidy(converted, io) as Json;
}

/** Schemas of one direction: named ones become components. */
class Collection {
  readonly #registry = z.registry<{ id: string }>();
  readonly #names = new Map<z.ZodType, string>();
  readonly #taken = new Map<string, z.ZodType>();
  readonly #io: Io;
  readonly components: Json = {};
  #converted: Record<string, Json> = {};

  constructor(io: Io) {
    this.#io = io;
  }

  add(schema: z.ZodType): void {
    if (this.#names.has(schema)) return;
    const name = nameOf(schema) ?? `_${this.#names.size}`;
    if (this.#taken.has(name)) throw new Error(`Two schemas are called ${name}`);
    this.#names.set(schema, name);
    this.#taken.set(name, schema);
    this.#registry.add(schema, { id: name });
  }

  convert(): void {
    const options = {
      io: this.#io,
      unrepresentable: "any",
      override: override[this.#io],
      uri: (id: string) => SCHEMAS + id,
    } as const;
    const { schemas } = z.toJSONSchema(this.#registry, options);
    for (const [name, schema] of Object.entries(schemas)) {
      const { $id, $schema, ...converted } = schema as Json;
      this.#converted[name] = tidy(converted, this.#io) as Json;
      if (name === "__shared") Object.assign(this.components, this.#converted[name]?.$defs);
      else if (!name.startsWith("_")) this.components[name] = this.#converted[name];
    }
  }

  of(schema: z.ZodType): Json {
    const name = this.#names.get(schema) ?? "";
    return name.startsWith("_") ? (this.#converted[name] ?? {}) : { $ref: SCHEMAS + name };
  }
}

type Shape = Wrapped | z.ZodType;

function wholeOf(shape: Shape): z.ZodType {
  return isWrapped(shape) ? shape.whole : shape;
}

function records(shape: Shape | null | undefined): z.ZodType[] {
  if (!shape) return [];
  const schemas = isWrapped(shape) ? Object.values(shape.records) : [shape];
  return schemas.filter((schema) => nameOf(schema) !== undefined);
}

export type Schemas = {
  components: Json;
  input: (shape: Shape) => Json;
  output: (shape: Shape) => Json;
};

/**
 * JSON Schema of all operations; shared schemas become components.
 * @param parts shared parts of inputs
 * @param sent bodies of webhooks
 */
export function schemasOf(
  operations: Operation[],
  parts: readonly z.ZodType[],
  sent: readonly z.ZodType[],
): Schemas {
  const [inputs, outputs] = [new Collection("input"), new Collection("output")];
  for (const part of parts) inputs.add(part);
  outputs.add(PageLinks.shape.links);
  outputs.add(PageLinks.shape.meta);
  const order = ["DELETE", "GET", "PUT", "POST"];
  const sorted = operations.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  for (const { declaration } of sorted) {
    const { body, response } = declaration;
    for (const record of records(body)) inputs.add(record);
    for (const record of records(response)) outputs.add(record);
  }
  for (const { declaration } of operations) {
    if (declaration.body) inputs.add(wholeOf(declaration.body));
    if (declaration.response) outputs.add(wholeOf(declaration.response));
  }
  for (const body of sent) outputs.add(body);
  for (const collection of [inputs, outputs]) collection.convert();
  return {
    components: { Unset: UNSET, ...inputs.components, ...outputs.components },
    input: (shape) => inputs.of(wholeOf(shape)),
    output: (shape) => outputs.of(wholeOf(shape)),
  };
}
