import type { Json } from "#lib/api/openapi/inputs.ts";
import { withoutNotYet } from "#lib/api/openapi/not-yet.ts";
import { type Components, kindsOf, plain, propertiesOf } from "#lib/api/reference/schema.ts";

export type Field = {
  name: string;
  alias: string | null;
  type: string;
  required: boolean;
  /** Kinds of the record that require it; empty: all or none. */
  required_for: string[];
  nullable: boolean;
  /** Allowed values; empty: any. */
  values: string[];
  limits: string[];
  /** Default. */
  fallback: string | null;
  text: string;
  extension: boolean;
  not_yet: boolean;
  /** Its record, if that has a description of its own. */
  record: string | null;
  fields: Field[];
};

const ALIAS = /^Another name of `(\w+)`/;
const TIME = /^UTC, `YYYY-MM-DDTHH:MM:SS`(?:; an offset or `Z` is accepted and converted\.)?\s*/;
// Occurs in patterns of times only.
const CLOCK = /T(?:\\d\\d:|\(\?:\[01\]\[0-9\])/;
const MAX_DEPTH = 4;
const UNBOUNDED = 2 ** 53 - 1;

const figure = new Intl.NumberFormat("en");

function isTime({ pattern }: Json): boolean {
  return CLOCK.test(String(pattern ?? ""));
}

function kindOf(schema: Json, components: Components): string {
  const { type, format, items, oneOf, additionalProperties } = schema;
  if (isTime(schema)) return "time";
  if (items) return `list of ${many(kindOf(plain(items as Json, components).schema, components))}`;
  if (oneOf) {
    const kinds = (oneOf as Json[]).map((one) => kindOf(plain(one, components).schema, components));
    return [...new Set(kinds)].join(" or ");
  }
  if (type === "string" && typeof format === "string") return format.toUpperCase();
  if (type === "object" && !schema.properties && additionalProperties) return "map";
  if (type === undefined && schema.const !== undefined) return typeof schema.const;
  return String(type ?? "any");
}

function many(kind: string): string {
  return kind === "any" ? "anything" : `${kind}s`;
}

function rangeOf({ minimum, maximum }: Json): string[] {
  const low = typeof minimum === "number" && minimum > -UNBOUNDED ? minimum : null;
  const high = typeof maximum === "number" && maximum < UNBOUNDED ? maximum : null;
  if (low !== null && high !== null) return [`${figure.format(low)} to ${figure.format(high)}`];
  if (high !== null) return [`at most ${figure.format(high)}`];
  return low !== null && low !== 0 ? [`at least ${figure.format(low)}`] : [];
}

function atMost(limit: unknown, what: string): string[] {
  return typeof limit === "number" ? [`up to ${figure.format(limit)} ${what}`] : [];
}

function limitsOf(schema: Json): string[] {
  const isChoice = schema.enum !== undefined || schema.const !== undefined;
  return [
    ...(isChoice || isTime(schema) ? [] : atMost(schema.maxLength, "characters")),
    ...rangeOf(schema),
    ...(Number(schema.minItems) > 0 ? ["not empty"] : []),
    ...atMost(schema.maxItems, "entries"),
    ...atMost(schema.maxProperties, "entries"),
  ];
}

function valuesOf(schema: Json, components: Components): string[] {
  if (schema.const !== undefined) return [String(schema.const)];
  const allowed = schema.items ? plain(schema.items as Json, components).schema.enum : schema.enum;
  return ((allowed as unknown[] | undefined) ?? [])
    .filter((value) => value !== "" && value !== null)
    .map(String);
}

/** Required in every kind of the record. */
function neededIn({ required, oneOf }: Json): Set<string> {
  const kinds = (oneOf as Json[] | undefined)?.map(neededIn);
  if (!kinds) return new Set((required as string[] | undefined) ?? []);
  const [first = new Set<string>(), ...others] = kinds;
  return new Set([...first].filter((name) => others.every((kind) => kind.has(name))));
}

type FieldContext = {
  components: Components;
  described: ReadonlySet<string>;
  depth?: number;
};

function recordIn(schema: Json, component: string | null, components: Components): string | null {
  if (component) return component;
  return schema.items ? plain(schema.items as Json, components).component : null;
}

/** Values of a map. */
function mapValues(schema: Json): Json {
  const { additionalProperties: values } = schema;
  const isMap = !schema.properties && typeof values === "object" && values !== null;
  return isMap ? (values as Json) : schema;
}

function fieldOf(
  [name, source]: [string, Json],
  needed: Set<string>,
  context: FieldContext,
): Field {
  const { components, described, depth = 0 } = context;
  const { schema, nullable, component } = plain(source, components);
  const { text, not_yet } = withoutNotYet(schema);
  const record = recordIn(schema, component, components);
  const isKnown = record !== null && described.has(record);
  const deeper = { ...context, depth: depth + 1 };
  const { default: fallback } = schema;
  return {
    name,
    alias: null,
    type: kindOf(schema, components),
    required: needed.has(name),
    required_for: [],
    nullable,
    values: valuesOf(schema, components),
    limits: limitsOf(schema),
    fallback: fallback === undefined || fallback === null ? null : JSON.stringify(fallback),
    text: text.replace(TIME, ""),
    extension: schema["x-extension"] === true,
    not_yet,
    record: isKnown ? record : null,
    fields: isKnown || depth >= MAX_DEPTH ? [] : fieldsOf(mapValues(schema), deeper),
  };
}

export function fieldsOf(schema: Json, context: FieldContext): Field[] {
  const { components } = context;
  const properties = Object.entries(propertiesOf(schema, components)) as [string, Json][];
  const aliases = new Map(
    properties.flatMap(([alias, { description }]) => {
      const name = ALIAS.exec(String(description ?? ""))?.[1];
      return name ? [[name, alias]] : [];
    }),
  );
  const known = new Set(aliases.values());
  const inner = schema.items ? plain(schema.items as Json, components).schema : schema;
  const needed = neededIn(inner);
  const kinds = kindsOf(inner);
  return properties
    .filter(([name]) => !known.has(name))
    .map((property) => fieldOf(property, needed, context))
    .map((field) => ({
      ...field,
      alias: aliases.get(field.name) ?? null,
      required_for: field.required
        ? []
        : kinds.filter(({ needed: names }) => names.includes(field.name)).map(({ kind }) => kind),
    }));
}
