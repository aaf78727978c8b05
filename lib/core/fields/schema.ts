import type { z } from "zod";
import { issue } from "#lib/core/fields/text.ts";

type Required<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

/**
 * The shape with fields that a create cannot do without: missing, null and `""` are all "can't be
 * blank".
 * @param defaults what fields that are not given become, for the document
 */
export function requiring<S extends z.ZodObject, K extends Extract<keyof z.output<S>, string>>(
  schema: S,
  keys: readonly K[],
  defaults: Partial<z.output<S>> = {},
) {
  // A schema of its own: the document would otherwise refer to the one without requirements.
  return schema
    .extend({})
    .superRefine((value, ctx) => {
      for (const key of keys) {
        if ((value as Record<string, unknown>)[key] == null)
          ctx.addIssue({ code: "custom", path: [key], ...issue("blank") });
      }
    })
    .meta({ needs: keys, defaults }) as unknown as z.ZodType<Required<z.output<S>, K>, z.input<S>>;
}

const names = new WeakMap<z.ZodType, string>();

/**
 * Gives a schema its name in the OpenAPI document. Clients are generated from these names: one that
 * is in use never changes.
 */
export function named(schema: z.ZodType, name: string): void {
  names.set(schema, name);
}

export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema);
}
