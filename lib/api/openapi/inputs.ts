export type Json = Record<string, unknown>;

/** What a client may send for a field that it does not set, whatever the field's own type. */
export const UNSET: Json = {
  description:
    'Says that a field is not set, whatever its type: null, `""`, 0, false or `{}`. ' +
    "Clears fields that can be empty; others keep their value on a PUT " +
    "and a POST uses its default.",
  anyOf: [
    { type: "null" },
    { type: "string", maxLength: 0 },
    { type: "integer", minimum: 0, maximum: 0 },
    { type: "boolean", const: false },
    { type: "object", maxProperties: 0, additionalProperties: false },
  ],
};

const isNull = ({ type }: Json) => type === "null";

/** What a schema allows beside null; undefined: it does not allow null. */
function besideNull(schema: Json): Json[] | undefined {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.some(isNull)) return anyOf.filter((one) => !isNull(one));
  if (!Array.isArray(type) || !type.includes("null")) return undefined;
  const [only, ...others] = type.filter((one) => one !== "null");
  const { description, examples, default: _, ...rest } = schema;
  return [{ ...rest, type: others.length === 0 ? only : [only, ...others] }];
}

/** What is never null, such as a parameter of a query. */
export function withoutNull(schema: Json): Json {
  const options = besideNull(schema);
  if (!options) return schema;
  const { anyOf, type, ...rest } = schema;
  const [only, ...others] = options;
  return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: options };
}

/** A field that cannot be left out: it is neither null nor empty. */
function needed(given: Json): Json {
  const schema = withoutNull(given);
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(needed) };
  if (Array.isArray(schema.enum))
    return { ...schema, enum: schema.enum.filter((value) => value !== "" && value !== 0) };
  if (schema.type === "string" && schema.const === undefined) return { ...schema, minLength: 1 };
  return schema.type === "array" ? { ...schema, minItems: 1 } : schema;
}

// What describes a field as a whole, including our own marks.
const SAID = /^(description|examples|default|x-.+)$/;

/** A field that may be left out: what says so is of any type. */
function optional(schema: Json, unset: Json): Json {
  if (isNull(schema)) return unset;
  const options = besideNull(schema);
  if (!options) return schema;
  const said = Object.entries(schema).filter(([key]) => SAID.test(key));
  return { ...Object.fromEntries(said), anyOf: [...options, unset] };
}

/**
 * The properties of a record as they are accepted; `needs` are those that its creation cannot do
 * without.
 */
export function acceptedProperties(properties: Json, needs: readonly string[], unset: Json): Json {
  const accepted = Object.entries(properties as Record<string, Json>).map(([name, schema]) => [
    name,
    needs.includes(name) ? needed(schema) : optional(schema, unset),
  ]);
  return Object.fromEntries(accepted);
}
