import { z } from "zod";
import { canonicalNames } from "#lib/api/aliases.ts";
import { AppError, type FieldErrors, invalid } from "#lib/errors.ts";
import { fieldErrors } from "#lib/validation.ts";

export const MAX_BODY_BYTES = 1_048_576;

/** A record in the key named after it, as every request and single response has it: `{ "incident": { … } }`. */
export function wrapped<K extends string, S extends z.ZodType>(key: K, schema: S) {
  return z.object({ [key]: schema } as { [P in K]: S }).meta({ wrapper: key });
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
 * The request's record in the shape of a `wrapped` schema.
 * @throws {AppError} `too_large`, `bad_request` when it is not JSON, `invalid` with field paths that begin inside the record
 */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const key = String(schema.meta()?.wrapper);
  const given = await readJson(request);
  const record = typeof given === "object" && given !== null ? (given as Record<string, unknown>)[key] : undefined;
  if (record === undefined || record === null) throw invalid({ [key]: [{ code: "blank" }] });
  const parsed = schema.safeParse({ [key]: canonicalNames(record) });
  if (parsed.success) return parsed.data;
  throw invalid(withoutWrapper(fieldErrors(parsed.error), key));
}
