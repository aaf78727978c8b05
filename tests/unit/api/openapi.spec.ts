import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { routes } from "#app/api/v2/routes.ts";
import { openApiDocument } from "#lib/api/openapi.ts";
import { named } from "#lib/core/fields/schema.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { document } from "#tests/support/http/document.ts";

const hello = routes["/hello"]?.GET;

type Operation = { operationId: string; summary: string; tags: string[] };
const operations = Object.values(document.paths).flatMap(
  (methods) => Object.values(methods) as unknown as Operation[],
);

function references(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" ? [String(value)] : references(value),
  );
}

function resolve(reference: string): unknown {
  const keys = reference.slice("#/".length).split("/");
  return keys.reduce<unknown>(
    (node, key) => (node as Record<string, unknown> | undefined)?.[key],
    document,
  );
}

test("the document is valid OpenAPI 3.1", async () => {
  expect(
    await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>),
  ).toEqual({ valid: true });
});

test("whatever the document refers to is in it", () => {
  expect(references(document).filter((reference) => resolve(reference) === undefined)).toEqual([]);
});

test("every operation has a name of its own, a summary and a tag", () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(operations.filter(({ summary, tags }) => !summary || tags.length !== 1)).toEqual([]);
});

// Clients are generated from them: a name is added to the list, and never changed or taken away.
test("operations and schemas have the names that clients know", () => {
  const known = JSON.parse(readFileSync(join(ROOT, "tests/client/names.json"), "utf8"));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(known.operations);
  expect(Object.keys(document.components.schemas ?? {}).sort()).toEqual(known.schemas);
});

test("the promise of a next update is marked as an extension wherever it is", () => {
  const having = Object.entries(document.components.schemas ?? {}).flatMap(([name, schema]) => {
    const { next_update_at: field } = (schema as { properties?: Record<string, object> })
      .properties ?? { next_update_at: undefined };
    return field ? [{ name, marked: "x-extension" in field }] : [];
  });
  expect(having.filter(({ marked }) => !marked)).toEqual([]);
  expect(having.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["CreateIncidentUpdate", "Incident", "IncidentUpdate"]),
  );
});

test("webhooks are called without a key of ours", () => {
  const posts = Object.values(document.webhooks).map(({ post }) => post);
  expect(posts.length).toBeGreaterThan(0);
  for (const post of posts) expect(post).toMatchObject({ security: [] });
});

test("two schemas cannot have one name", () => {
  const endpointOf = (response: z.ZodType) => ({
    declaration: { ...hello?.declaration, response },
  });
  const twice = () => {
    const schema = z.object({ twice: z.string() });
    named(schema, "Twice");
    return { GET: endpointOf(schema) as never };
  };
  expect(() => openApiDocument({ "/a": twice(), "/b": twice() }, "http://localhost")).toThrow(
    "Two schemas are called Twice",
  );
});

test("records are components that read well", () => {
  const names = Object.keys(document.components.schemas ?? {});
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  for (const name of [
    "Incident",
    "IncidentUpdate",
    "CreateIncident",
    "Service",
    "StatusPage",
    "Metric",
    "Links",
  ])
    expect(names).toContain(name);
});
