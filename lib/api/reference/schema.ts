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
export function plain(source: Json, components: Components): Plain {
  const name = nameOf(source);
  if (name !== null) return { ...plain(components[name] ?? {}, components), component: name };
  const options = source.anyOf as Json[] | undefined;
  if (!options) {
    const types = typesOf(source);
    const [type] = types.filter((one) => one !== "null");
    return {
      schema: types.length > 1 ? { ...source, type } : source,
      nullable: types.length > 1 && types.includes("null"),
      component: null,
    };
  }
  const rest = options.filter((one) => !isNull(one) && !isUnset(one));
  const [only, ...others] = rest;
  const nullable = options.some(isNull);
  const { anyOf: _, ...annotations } = source;
  if (!only || others.length > 0)
    return { schema: { ...annotations, oneOf: rest }, nullable, component: null };
  const inner = plain(only, components);
  return {
    ...inner,
    schema: { ...inner.schema, ...annotations },
    nullable: nullable || inner.nullable,
  };
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
  const discriminator = Object.entries(all).filter(([, one]) => names.includes(String(one.const)));
  const enums = discriminator.map(([name, { const: _, ...one }]) => [
    name,
    { ...one, enum: names },
  ]);
  return { ...all, ...Object.fromEntries(enums) };
}

/** Kinds of a record by their distinguishing constant, with the required fields. */
export function kindsOf({ oneOf }: Json): { kind: string; needed: string[] }[] {
  return ((oneOf as Json[] | undefined) ?? []).flatMap(({ properties, required }) => {
    const discriminator = Object.values((properties ?? {}) as Record<string, Json>).find(
      (one) => one.const !== undefined,
    );
    return discriminator
      ? [{ kind: String(discriminator.const), needed: (required ?? []) as string[] }]
      : [];
  });
}
