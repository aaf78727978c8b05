import type { Json } from "#lib/api/openapi/inputs.ts";

const COMPONENTS = "#/components/schemas/";
const UNSET = "Unset";

/** One alternative of a schema, without null and unset. */
type Plain = { schema: Json; nullable: boolean; component: string | null };

export type Components = Record<string, Json>;

export function nameOf({ $ref }: Json): string | null {
  return typeof $ref === "string" ? $ref.slice(COMPONENTS.length) : null;
}

function isNull({ type }: Json): boolean {
  return type === "null";
}

function isUnset(schema: Json): boolean {
  return nameOf(schema) === UNSET;
}

function typesOf({ type }: Json): string[] {
  return Array.isArray(type) ? type : [String(type ?? "")];
}

/** Follows references and strips null alternatives. */
export function plain(given: Json, components: Components): Plain {
  const name = nameOf(given);
  if (name !== null) return { ...plain(components[name] ?? {}, components), component: name };
  const options = given.anyOf as Json[] | undefined;
  if (!options) {
    const types = typesOf(given);
    const [type] = types.filter((one) => one !== "null");
    return {
      schema: types.length > 1 ? { ...given, type } : given,
      nullable: types.length > 1 && types.includes("null"),
      component: null,
    };
  }
  const rest = options.filter((one) => !isNull(one) && !isUnset(one));
  const [only, ...others] = rest;
  const nullable = options.some(isNull);
  const { anyOf: _, ...said } = given;
  if (!only || others.length > 0)
    return { schema: { ...said, oneOf: rest }, nullable, component: null };
  const inner = plain(only, components);
  return { ...inner, schema: { ...inner.schema, ...said }, nullable: nullable || inner.nullable };
}

/** Strips properties that only distinguish kinds of a record. */
function set(properties: Record<string, Json>): Json {
  const some = Object.entries(properties).filter(([, one]) => !isNull(one) && !isUnset(one));
  return Object.fromEntries(some);
}

/** Properties of an object, of one of its kinds, or of a list's items. */
export function propertiesOf({ properties, oneOf, items }: Json, components: Components): Json {
  if (properties) return set(properties as Record<string, Json>);
  if (items) return propertiesOf(plain(items as Json, components).schema, components);
  const kinds = (oneOf as Json[] | undefined) ?? [];
  const merged = kinds.map((kind) => propertiesOf(plain(kind, components).schema, components));
  const all = Object.assign({}, ...merged.reverse()) as Record<string, Json>;
  const names = kindsOf({ oneOf }).map(({ kind }) => kind);
  const telling = Object.entries(all).filter(([, one]) => names.includes(String(one.const)));
  const told = telling.map(([name, { const: _, ...one }]) => [name, { ...one, enum: names }]);
  return { ...all, ...Object.fromEntries(told) };
}

/** Kinds of a record by their distinguishing constant, with the required fields. */
export function kindsOf({ oneOf }: Json): { kind: string; needed: string[] }[] {
  return ((oneOf as Json[] | undefined) ?? []).flatMap(({ properties, required }) => {
    const telling = Object.values((properties ?? {}) as Record<string, Json>).find(
      (one) => one.const !== undefined,
    );
    return telling ? [{ kind: String(telling.const), needed: (required ?? []) as string[] }] : [];
  });
}
