import { z } from "zod";
import { canonicalNames } from "#lib/api/aliases.ts";
import { AppError, type FieldErrors, invalid } from "#lib/errors.ts";
import { fieldErrors } from "#lib/validation.ts";

export const MAX_BODY_BYTES = 1_048_576;

/** A record in the key named after it, as every request and single response has it: `{ "incident": { … } }`. */
export function wrapped<K extends string, S extends z.ZodType>(key: K, schema: S) {
  return z.object({ [key]: schema } as { [P in K]: S }).meta({ wrapper: key });
}

/** A body or an answer that has one of several records, each in its own key. */
export function oneOf<const S extends readonly [z.ZodObject, ...z.ZodObject[]]>(...schemas: S) {
  return z.union(schemas);
}

function wrapperOf(schema: z.ZodType): string {
  return String(schema.meta()?.wrapper);
}

/** Of several records that a body may have, the first that it has. */
function schemaFor(schema: z.ZodType, given: Record<string, unknown>): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as z.ZodType[];
  return options.find((option) => given[wrapperOf(option)] != null) ?? options[0] ?? schema;
}

async function readText(request: Request): Promise<string> {
  const tooLarge = new AppError("too_large", "The body is larger than 1 MiB");
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("bad_request", "The body is not valid JSON");
  }
}

function withoutWrapper(fields: FieldErrors, key: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, errors]) => [path.startsWith(`${key}.`) ? path.slice(key.length + 1) : path, errors]),
  );
}

/**
 * The request's record in the shape of a `wrapped` schema, or of the one of `oneOf` that it has.
 * @throws {AppError} `too_large`, `bad_request` when it is not JSON, `invalid` with field paths that begin inside the record
 *   (in a list of records: with the list's name)
 */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const json = await readJson(request);
  const given = (typeof json === "object" && !Array.isArray(json) ? (json ?? {}) : {}) as Record<string, unknown>;
  const expected = schemaFor(schema, given);
  const key = wrapperOf(expected);
  const record = given[key];
  if (record === undefined || record === null) throw invalid({ [key]: [{ code: "blank" }] });
  const parsed = expected.safeParse({ [key]: canonicalNames(record) });
  if (parsed.success) return parsed.data as z.output<S>;
  const errors = fieldErrors(parsed.error);
  throw invalid(Array.isArray(record) ? errors : withoutWrapper(errors, key));
}
