import { z } from "zod";
import { canonicalNames } from "#lib/core/fields/aliases.ts";
import { fieldErrors, isZero, unsetZeros } from "#lib/core/fields/validation.ts";
import { AppError, type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import { MAX_BODY_BYTES, MIB } from "#lib/platform/http/protocol.ts";

export function bodyTooLarge(max_bytes: number): AppError {
  const size = max_bytes < MIB ? `${max_bytes / 1_024} KiB` : `${max_bytes / MIB} MiB`;
  return new AppError("too_large", `The body is larger than ${size}`);
}

/**
 * A record in a key named after it, `{ "incident": { … } }`: only the wire has the key. Of several
 * keys a request or answer has one.
 */
export type Wrapped<S extends z.ZodType = z.ZodType> = {
  records: Record<string, S>;
  whole: z.ZodType;
};

export function wrapped<S extends z.ZodType>(key: string, record: S): Wrapped<S> {
  return { records: { [key]: record }, whole: z.object({ [key]: record }) };
}

/** Either a record or a list of such records, each in a key of its own. */
export function oneOf<S extends z.ZodType, L extends z.ZodType>(
  one: Wrapped<S>,
  many: Wrapped<L>,
): Wrapped<S | L> {
  const records: Record<string, S | L> = { ...one.records, ...many.records };
  const alone = Object.entries(records).map(([key, record]) => {
    const others = Object.keys(records).filter((other) => other !== key);
    return z.object({
      [key]: record,
      ...Object.fromEntries(others.map((other) => [other, z.null().optional()])),
    });
  });
  return { records, whole: z.union(alone) };
}

type Shape = Wrapped | z.ZodType | null | undefined;

export function isWrapped(shape: Shape): shape is Wrapped {
  return shape != null && "records" in shape;
}

/** The key that a record is in, of several the first. */
export function wrapperOf(shape: Shape): string | undefined {
  return isWrapped(shape) ? Object.keys(shape.records)[0] : undefined;
}

/** A record, or a list of some, in its key. */
export function wrap({ records }: Wrapped, record: unknown): Record<string, unknown> {
  const keys = Object.keys(records);
  const key = keys.find((name) => records[name] instanceof z.ZodArray === Array.isArray(record));
  return { [key ?? keys[0] ?? ""]: record };
}

/** A file as a body, as it is: of which media types, and how large at most. */
export type Upload = { types: readonly string[]; max_bytes: number };

/** @throws {AppError} `too_large` */
export async function readBytes(request: Request, max_bytes = MAX_BODY_BYTES): Promise<Buffer> {
  const tooLarge = bodyTooLarge(max_bytes);
  if (Number(request.headers.get("content-length") ?? 0) > max_bytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max_bytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("bad_request", "The body is not valid JSON");
  }
}

function located(errors: FieldErrors, key: string, isList: boolean): FieldErrors {
  const path = (inner: string) => (inner === "base" ? key : isList ? `${key}.${inner}` : inner);
  return Object.fromEntries(Object.entries(errors).map(([inner, found]) => [path(inner), found]));
}

/** The key that a body has its record in; what says nothing is in none. */
function keyIn(given: Record<string, unknown>, shape: Wrapped): string {
  const [first, ...others] = Object.keys(shape.records).filter(
    (name) => given[name] != null && !isZero(given[name]),
  );
  const [other] = others;
  if (first !== undefined && other !== undefined)
    throw invalid({ [other]: [{ code: "not_together", values: { other: first } }] });
  return first ?? wrapperOf(shape) ?? "";
}

/**
 * The record of a request, without its key.
 * @throws {AppError} `too_large`, `bad_request` when it is not JSON, `invalid` with field paths
 *   that begin inside the record
 *   (in a list of records: with the list's name)
 */
export async function readBody<S extends z.ZodType>(
  request: Request,
  shape: Wrapped<S>,
): Promise<z.output<S>> {
  const json = await readJson(request);
  const given = (typeof json === "object" && !Array.isArray(json) ? (json ?? {}) : {}) as Record<
    string,
    unknown
  >;
  const key = keyIn(given, shape);
  const schema = shape.records[key];
  const record = canonicalNames(given[key]);
  if (!schema || record == null) throw invalid({ [key]: [{ code: "blank" }] });
  const first = schema.safeParse(record);
  const parsed =
    first.error && unsetZeros(record, first.error.issues) ? schema.safeParse(record) : first;
  if (parsed.success) return parsed.data;
  throw invalid(located(fieldErrors(parsed.error), key, Array.isArray(record)));
}
