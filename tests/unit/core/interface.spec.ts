import { expect, test } from "@playwright/test";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import { document } from "#tests/support/http/document.ts";
import { OPERATIONS, RECORDS } from "#tests/support/http/interface.ts";

type Schema = {
  $ref?: string;
  "x-extension"?: true;
  type?: string;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  const?: unknown;
};
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  "x-extension"?: true;
};
type Response = { content?: { "application/json": { schema: Schema } } };
type Operation = {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema } } };
  responses: Record<string, Response>;
  security: object[];
  "x-extension"?: true;
};

const documented: ReadonlyMap<string, Operation> = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const,
    ),
  ),
);

function resolved(schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split("/").at(-1);
  return (name ? document.components.schemas?.[name] : schema) as Schema;
}

/** The alternatives of a schema; null is none. */
function variants(schema: Schema | undefined): Schema[] {
  const whole = resolved(schema);
  const options = whole?.anyOf ?? whole?.oneOf;
  if (options) return options.flatMap(variants).filter(({ type }) => type !== "null");
  return whole ? [whole] : [];
}

/** The fields that a record has in any of its shapes. */
function fieldsOf(schema: Schema | undefined): string[] {
  return [...new Set(variants(schema).flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function inWrapper(schema: Schema | undefined, key: string): Schema | undefined {
  return variants(schema).find(({ properties }) => properties?.[key])?.properties?.[key];
}

function bodyOf(operation: Operation): Schema | undefined {
  return operation.requestBody?.content["application/json"].schema;
}

function answerOf(operation: Operation, status: string): Schema | undefined {
  return operation.responses[status]?.content?.["application/json"].schema;
}

function parametersIn(place: string, { parameters }: Operation): string[] {
  return parameters
    .filter((parameter) => parameter.in === place && parameter["x-extension"] !== true)
    .map(({ name }) => name);
}

const withoutAliases = (fields: string[]) =>
  fields.filter((field) => !fields.some((other) => aliasOf(other) === field));

test("the document has the operations of the interface, and no other that is not marked as an extension", () => {
  const own = [...documented]
    .filter(([, operation]) => operation["x-extension"] !== true)
    .map(([name]) => name);
  expect(own.sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
});

for (const { method, path, auth, status, body, answer, query, errors } of OPERATIONS) {
  test(`${method} ${path} has the parameters, shapes and errors of the interface`, () => {
    const operation = documented.get(`${method} ${path}`);
    if (!operation) throw new Error("it is not in the document");
    expect(operation.security).toEqual(auth ? [{ key: [] }] : [{}, { key: [] }]);
    expect(parametersIn("path", operation)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    expect(parametersIn("query", operation).sort()).toEqual([...query].sort());
    expect(Object.keys(operation.responses).filter((code) => code < "300")).toEqual([status]);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(errors));

    expect(Boolean(operation.requestBody)).toBe(body !== null);
    if (body) expect(fieldsOf(bodyOf(operation))).toContain(body);
    const schema = answerOf(operation, status);
    if (status === "204") expect(schema).toBeUndefined();
    else if (answer.length === 0) expect(schema).toEqual({ const: "" });
    else
      expect(resolved(schema)?.properties ? fieldsOf(schema).sort() : fieldsOf(schema)).toEqual(
        expect.arrayContaining([...answer].sort()),
      );
    if (query.includes("after"))
      expect(fieldsOf(schema).sort()).toEqual(["links", "meta", ...answer.slice(0, 1)].sort());
  });
}

for (const { name, operation: place, fields, readOnly, inputOnly } of RECORDS) {
  test(`a record "${name}" has the fields of the interface, in answers and in bodies, under both their names`, () => {
    const [reads, writes] = place.map((operation) => documented.get(operation));
    if (!reads || !writes) throw new Error(`${place.join(" or ")} is not in the document`);
    const wrapper = name.replace(/^.* /, "");
    const answered = fieldsOf(
      inWrapper(
        answerOf(reads, Object.keys(reads.responses).find((code) => code < "300") ?? ""),
        wrapper,
      ),
    );
    const accepted = fieldsOf(inWrapper(bodyOf(writes), wrapper));
    const all = [...fields, ...readOnly];
    expect(answered).toEqual(expect.arrayContaining(all));
    expect(accepted).toEqual(expect.arrayContaining([...fields, ...inputOnly]));
    for (const names of [answered, accepted]) {
      const missing = names
        .flatMap((field) => aliasOf(field) ?? [])
        .filter((alias) => !names.includes(alias));
      expect(missing).toEqual([]);
    }
    expect(withoutAliases(accepted).filter((field) => readOnly.includes(field))).toEqual([]);
  });
}

/** What a record has in any of its shapes without being marked, under one name each. */
function unmarkedOf(schema: Schema | undefined): string[] {
  const properties = variants(schema).flatMap((variant) =>
    Object.entries(variant.properties ?? {}),
  );
  const names = withoutAliases(properties.map(([name]) => name));
  return properties.flatMap(([name, property]) =>
    names.includes(name) && property["x-extension"] !== true ? [name] : [],
  );
}

test("whatever records have beyond the interface is marked as an extension", () => {
  const unmarked = RECORDS.flatMap(({ name, operation: [reads, writes] }) => {
    const wrapper = name.replace(/^.* /, "");
    const known = RECORDS.filter((other) => other.name.replace(/^.* /, "") === wrapper).flatMap(
      ({ fields, readOnly, inputOnly }) => [...fields, ...readOnly, ...inputOnly],
    );
    const reading = documented.get(reads ?? "");
    const writing = documented.get(writes ?? "");
    if (!reading || !writing) throw new Error(`${name} is not in the document`);
    const success = Object.keys(reading.responses).find((code) => code < "300") ?? "";
    const having = [answerOf(reading, success), bodyOf(writing)].flatMap((schema) =>
      unmarkedOf(inWrapper(schema, wrapper)),
    );
    return having.filter((field) => !known.includes(field)).map((field) => `${name}: ${field}`);
  });
  expect(unmarked).toEqual([]);
});
