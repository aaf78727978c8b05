import { z } from "zod";
import { aliasOf } from "#lib/api/aliases.ts";
import { isWrapped, type Wrapped, wrapperOf } from "#lib/api/body.ts";
import { inputName, isList, type Operation, outputName } from "#lib/api/openapi/names.ts";
import { PageLinks } from "#lib/api/pagination.ts";

export type Json = Record<string, unknown>;
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
  const known = Object.entries(defaults).map(([name, value]) => [name, { ...(properties[name] as Json), default: value }]);
  return { ...properties, ...Object.fromEntries(known) };
}

function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== "object" || node === null) return node;
  const copy: Json = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, tidy(value)]));
  if (typeof copy.$ref === "string") copy.$ref = copy.$ref.replace(SHARED, SCHEMAS);
  if (typeof copy.properties !== "object" || copy.properties === null) return copy;
  const { defaults = {}, ...schema } = copy;
  return { ...schema, properties: withAliases(withDefaults(copy.properties as Json, defaults as Json)) };
}

function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.id;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** One schema that refers to no other. */
export function plainSchema(schema: z.ZodType, io: Io): Json {
  const { $schema, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
  return tidy(converted) as Json;
}

/** Schemas of one direction: those with a name become components, the others refer to them. */
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

  /** @returns whether the schema has a name now; false: the name is another one's */
  name(schema: z.ZodType, name: string): boolean {
    if (this.#names.has(schema)) return true;
    if (this.#taken.has(name)) return false;
    this.#names.set(schema, name);
    this.#taken.set(name, schema);
    this.#registry.add(schema, { id: name });
    return true;
  }

  add(schema: z.ZodType): void {
    if (!this.#names.has(schema)) this.name(schema, `_${this.#names.size}`);
  }

  convert(): void {
    const options = { io: this.#io, unrepresentable: "any", override, uri: (id: string) => SCHEMAS + id } as const;
    const { schemas } = z.toJSONSchema(this.#registry, options);
    for (const [name, schema] of Object.entries(schemas)) {
      const { $id, $schema, ...converted } = schema as Json;
      this.#converted[name] = tidy(converted) as Json;
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

function recordIn(shape: Shape): z.ZodType | undefined {
  return isWrapped(shape) ? shape.records[wrapperOf(shape) ?? ""] : undefined;
}

function nameOutput(outputs: Collection, operation: Operation, response: Shape): void {
  if (isList(operation)) return;
  const name = outputName(operation);
  const record = recordIn(response) ?? (operation.method === "GET" ? wholeOf(response) : undefined);
  if (record && !outputs.name(record, name)) outputs.name(record, `Created${name}`);
}

export type Schemas = { components: Json; input: (shape: Shape) => Json; output: (shape: Shape) => Json };

/** The schemas of all operations as JSON Schema; what several operations share is a component, named after its record. */
export function schemasOf(operations: Operation[]): Schemas {
  const [inputs, outputs] = [new Collection("input"), new Collection("output")];
  outputs.name(PageLinks.shape.links, "Links");
  outputs.name(PageLinks.shape.meta, "Meta");
  // A POST comes last: what it alone answers, once, does not take the record's name.
  const order = ["DELETE", "GET", "PUT", "POST"];
  for (const operation of operations.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    const { body, response } = operation.declaration;
    const input = body && recordIn(body);
    if (input) inputs.name(input, inputName(operation));
    if (response) nameOutput(outputs, operation, response);
  }
  for (const { declaration } of operations) {
    if (declaration.body) inputs.add(wholeOf(declaration.body));
    if (declaration.response) outputs.add(wholeOf(declaration.response));
  }
  for (const collection of [inputs, outputs]) collection.convert();
  return {
    components: { ...inputs.components, ...outputs.components },
    input: (shape) => inputs.of(wholeOf(shape)),
    output: (shape) => outputs.of(wholeOf(shape)),
  };
}
