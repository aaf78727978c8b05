import type { z } from "zod";
import { refineNames } from "#lib/core/fields/name.ts";
import { issue } from "#lib/core/fields/text.ts";

type Required<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

/**
 * Requires fields on create: missing, null and `""` are all "can't be blank".
 * @param defaults of other fields, for the document
 * @param follows fields that are not required beside another one
 */
export function requiring<S extends z.ZodObject, K extends Extract<keyof z.output<S>, string>>(
  schema: S,
  keys: readonly K[],
  defaults: Partial<z.output<S>> = {},
  follows: { [P in K]?: keyof z.output<S> } = {},
) {
  // Without a copy, the document would refer to the schema without requirements.
  return schema
    .extend({})
    .superRefine((value, ctx) => {
      refineNames(value, ctx);
      for (const key of keys) {
        const given = value as Record<PropertyKey, unknown>;
        const source = follows[key];
        if (given[key] == null && (source === undefined || given[source] == null))
          ctx.addIssue({ code: "custom", path: [key], ...issue("blank") });
      }
    })
    .meta({ needs: keys, defaults }) as unknown as z.ZodType<Required<z.output<S>, K>, z.input<S>>;
}

const names = new WeakMap<z.ZodType, string>();

/**
 * The schema's name in the OpenAPI document. Clients are generated from it, so it never changes.
 */
export function named(schema: z.ZodType, name: string): void {
  names.set(schema, name);
}

export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema);
}
