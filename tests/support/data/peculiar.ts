import { fieldsOf, type Schema, variants } from "#tests/support/http/operations.ts";

/** Values that programs stumble over. */
export const PECULIAR: unknown[] = [
  ...[
    "",
    " ",
    "\0",
    "\ud800",
    "\u202e",
    "'; --",
    "null",
    "__proto__",
    "0",
    "-0",
    "1e400",
    "NaN",
    "🙂".repeat(300),
    "x".repeat(70_000),
  ],
  ...[
    "2026-02-30T00:00:00",
    "2026-11-20T14:02:00+14:00",
    "0000-01-01T00:00:00",
    "+275760-09-13T00:00:00Z",
    "9999-12-31T23:59:60Z",
  ],
  ...[
    "https://",
    "http://[::1",
    "javascript:alert(1)",
    "a@b",
    "::/0",
    "999.1.1.1/33",
    "Etc/GMT+99",
    "%00",
    "../..",
  ],
  ...[0, -0, -1, 0.5, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 5e-324, -1e21],
  ...[
    true,
    false,
    null,
    [],
    {},
    [[]],
    [null],
    [{}],
    [0],
    [1, 1],
    [2 ** 40],
    ["\0"],
    [[], {}],
    { "": "" },
    { constructor: 1 },
    { length: -1 },
  ],
  ...[
    { de: { title: "\0" } },
    { "\0": {} },
    { de: null },
    { "de-DE": { name: 1 } },
    { toString: null },
  ],
];

export type Path = (string | number)[];

type Place = { path: Path; schema: Schema | undefined };

/** Where something can be put in a record, down to the innermost field. */
export function places(schema: Schema | undefined, path: Path = []): Place[] {
  const fields = Object.entries(fieldsOf(schema)).flatMap(([name, inner]) =>
    places(inner, [...path, name]),
  );
  const items = variants(schema).flatMap((variant) =>
    variant.items ? places(variant.items, [...path, 0]) : [],
  );
  return [{ path, schema }, ...fields, ...items];
}

/** What a schema nearly allows: at its limits and one beyond them. */
export function nearly(schema: Schema | undefined): unknown[] {
  const limits = (limit: number | undefined, step: number) =>
    limit === undefined ? [] : [limit, limit + step];
  return variants(schema).flatMap((variant) => [
    ...limits(variant.minimum, -1),
    ...limits(variant.exclusiveMinimum, 1),
    ...limits(variant.maximum, 1),
    ...limits(variant.maxLength, 1).flatMap((length) => ["a".repeat(length), "1".repeat(length)]),
    ...limits(variant.maxItems, 1).map((length) => Array.from({ length }, () => 1)),
    ...(variant.enum ?? []).flatMap((word) => [word, `${word} `, String(word).toUpperCase()]),
  ]);
}

/** A record with something else at a place. */
export function put(record: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number")
    return [put(Array.isArray(record) ? record[0] : undefined, rest, value)];
  const whole =
    typeof record === "object" && record !== null ? (record as Record<string, unknown>) : {};
  return { ...whole, [first]: put(whole[first], rest, value) };
}
