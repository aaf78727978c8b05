import fc from "fast-check";
import { resolved, type Schema } from "#tests/support/http/operations.ts";

/** Values for fields that name what must exist, by the field's name. */
export type Known = Record<string, fc.Arbitrary<unknown>>;

const MAX_OPTIONAL = 4;
const MAX_ITEMS = 3;
// Texts of the greatest length that is allowed are drawn where they stay small.
const MAX_WHOLE_TEXT = 300;
const ANY_TEXT = /^\^\[\^[^\]]*\]\*\$$/;

function texts({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined && !ANY_TEXT.test(pattern)) {
    const length = (text: string) => [...text].length;
    return fc
      .stringMatching(new RegExp(pattern, "u"), { size: "-1" })
      .filter((text) => length(text) >= minLength && length(text) <= maxLength);
  }
  const ofLength = (min: number, max: number) =>
    fc
      .string({ unit: "binary", minLength: min, maxLength: max })
      .map((text) => text.replaceAll("\0", "x"));
  const short = ofLength(minLength, Math.min(maxLength, 30));
  if (maxLength > MAX_WHOLE_TEXT) return short;
  const longest = ofLength(maxLength, maxLength);
  return fc.oneof({ weight: 5, arbitrary: short }, { weight: 1, arbitrary: longest });
}

function numbers({ minimum, maximum, exclusiveMinimum, type }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum ?? -1_001) + 1;
  const max = maximum ?? min + 2_000;
  const between =
    type === "number"
      ? fc.double({ min, max, noNaN: true })
      : fc.integer({ min, max: Math.min(max, min + 2_000) });
  // JSON has no -0.
  return fc.oneof(between, fc.constantFrom(min, max)).map((number) => number + 0);
}

function records({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, drawn(schema, known, name)] as const,
  );
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const some = fc.shuffledSubarray(optional, {
    maxLength: Math.min(MAX_OPTIONAL, optional.length),
  });
  // What is known to exist is given more often: much else needs it.
  const existing = fc.subarray(optional.filter((name) => known[name]));
  return fc.tuple(some, existing).chain((names) => {
    const given = new Set([...required, ...names.flat()]);
    return fc.record(Object.fromEntries(fields.filter(([name]) => given.has(name))), {
      noNullPrototype: true,
    });
  });
}

function maps(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { propertyNames, additionalProperties, maxProperties = MAX_ITEMS } = schema;
  const keys = propertyNames ? drawn(propertyNames, known) : fc.string({ maxLength: 9 });
  const values = additionalProperties
    ? drawn(additionalProperties, known)
    : fc.jsonValue({ maxDepth: 1 });
  return fc.dictionary(keys as fc.Arbitrary<string>, values, {
    maxKeys: Math.min(maxProperties, MAX_ITEMS),
    noNullPrototype: true,
  });
}

function lists({ items, minItems = 0, maxItems = 100, contains }: Schema, known: Known) {
  const list = fc.array(drawn(items, known), {
    minLength: minItems,
    maxLength: Math.min(maxItems, Math.max(minItems, MAX_ITEMS)),
  });
  if (!contains) return list;
  return fc.tuple(drawn(contains, known), list).map(([one, others]) => [one, ...others]);
}

function ofType(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return texts(schema);
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return lists(schema, known);
    case "object":
      return schema.properties ? records(schema, known) : maps(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** What a schema of the document allows. */
export function drawn(schema: Schema | undefined, known: Known, name = ""): fc.Arbitrary<unknown> {
  const whole = resolved(schema);
  const [first, ...others] = whole.anyOf ?? whole.oneOf ?? [];
  const weighted = (weight: number) => (option: Schema) => ({
    weight,
    arbitrary: drawn(option, known),
  });
  const options = first
    ? fc.oneof(weighted(4)(first), ...others.map(weighted(1)))
    : ofType(whole, known);
  const allowed = options.filter((value) => !whole.not?.enum.includes(value));
  const real = known[name];
  return real
    ? fc.oneof({ weight: 6, arbitrary: real }, { weight: 1, arbitrary: allowed })
    : allowed;
}
