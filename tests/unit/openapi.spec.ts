import { expect, test } from "@playwright/test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { document } from "#tests/support/contract.ts";

type Operation = { operationId: string; summary: string; tags: string[] };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as unknown as Operation[]);

function references(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === "$ref" ? [String(value)] : references(value)));
}

function resolve(reference: string): unknown {
  const keys = reference.slice("#/".length).split("/");
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

test("the document is valid OpenAPI 3.1", async () => {
  expect(await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)).toEqual({ valid: true });
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

test("records are components that read well", () => {
  const names = Object.keys(document.components.schemas ?? {});
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  for (const name of ["Incident", "IncidentUpdate", "CreateIncident", "Service", "StatusPage", "Metric", "Links"])
    expect(names).toContain(name);
});
