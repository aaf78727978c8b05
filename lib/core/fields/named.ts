import type { z } from "zod";

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
