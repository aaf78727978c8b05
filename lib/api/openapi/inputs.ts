export type Json = Record<string, unknown>;

/** Accepted for an omitted field of any type. */
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

function besideNull(schema: Json): Json[] | undefined {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf) && anyOf.some(isNull)) return anyOf.filter((one) => !isNull(one));
  if (!Array.isArray(type) || !type.includes("null")) return undefined;
  const [only, ...others] = type.filter((one) => one !== "null");
  const { description, examples, default: _, ...rest } = schema;
  return [{ ...rest, type: others.length === 0 ? only : [only, ...others] }];
}

export function withoutNull(schema: Json): Json {
  const options = besideNull(schema);
  if (!options) return schema;
  const { anyOf, type, ...rest } = schema;
  const [only, ...others] = options;
  return others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: options };
}

function needed(input: Json): Json {
  const schema = withoutNull(input);
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(needed) };
  if (Array.isArray(schema.enum))
    return { ...schema, enum: schema.enum.filter((value) => value !== "" && value !== 0) };
  if (schema.type === "string" && schema.const === undefined) return { ...schema, minLength: 1 };
  return schema.type === "array" ? { ...schema, minItems: 1 } : schema;
}

const ANNOTATION = /^(description|examples|default|x-.+)$/;

function optional(schema: Json, unset: Json): Json {
  if (isNull(schema)) return unset;
  const options = besideNull(schema);
  if (!options) return schema;
  const annotations = Object.entries(schema).filter(([key]) => ANNOTATION.test(key));
  return { ...Object.fromEntries(annotations), anyOf: [...options, unset] };
}

/** Accepted properties of a record; `needs` are required for its creation. */
export function acceptedProperties(properties: Json, needs: readonly string[], unset: Json): Json {
  const accepted = Object.entries(properties as Record<string, Json>).map(([name, schema]) => [
    name,
    needs.includes(name) ? needed(schema) : optional(schema, unset),
  ]);
  return Object.fromEntries(accepted);
}
