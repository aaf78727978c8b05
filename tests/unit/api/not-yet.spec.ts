import { expect, test } from "@playwright/test";
import { NOT_YET } from "#lib/api/openapi/not-yet.ts";
import { aliasOf } from "#lib/core/fields/aliases.ts";
import { WEBHOOK_EVENTS } from "#lib/notifications/webhooks/schema.ts";
import { readSources } from "#tests/support/code/sources.ts";
import { document } from "#tests/support/http/document.ts";
import { fieldsOf, type Schema, variants } from "#tests/support/http/operations.ts";

type Marked = Schema & { description?: string; "x-not-yet"?: unknown };

const schemas = document.components.schemas as Record<string, Schema>;

/** What a component, and those of its inputs, have at a path. */
function propertiesAt(schema: string, path: string[]): Marked[] {
  const all = [schema, `Create${schema}`, `Update${schema}`, `Created${schema}`];
  return all.flatMap((name) => {
    const found = path
      .slice(0, -1)
      .reduce<Schema[]>(
        (at, key) =>
          at.flatMap((one) => variants(fieldsOf(one)[key]).flatMap(({ items = {} }) => items)),
        schemas[name] ? [schemas[name]] : [],
      );
    return found.flatMap((one) => (fieldsOf(one)[path.at(-1) ?? ""] as Marked | undefined) ?? []);
  });
}

for (const { schema, path } of NOT_YET.fields) {
  test(`${schema} has a field ${path.join(".")}, marked wherever it is`, () => {
    const alias = aliasOf(path.at(-1) ?? "");
    const paths = alias ? [path, [...path.slice(0, -1), alias]] : [path];
    for (const one of paths) {
      const found = propertiesAt(schema, one);
      expect(found.length).toBeGreaterThan(0);
      for (const property of found) {
        expect(property["x-not-yet"]).toBe(true);
        expect(property.description).toContain("Not yet");
      }
    }
  });
}

test("operations that are not there yet exist, are marked, and promise no success", () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
    operationId?: string;
    "x-not-yet"?: true;
    responses: Record<string, unknown>;
  }[];
  const marked = operations.filter((operation) => operation["x-not-yet"]);
  expect(marked.map(({ operationId }) => operationId)).toEqual(NOT_YET.operations);
  for (const { responses } of marked) {
    expect(Object.keys(responses)).toContain("501");
    expect(Object.keys(responses).filter((status) => status < "300")).toEqual([]);
  }
});

test("events that are never sent are marked, and no others are", () => {
  for (const property of propertiesAt("Webhook", ["events"]))
    expect(property["x-not-yet"] ?? []).toEqual(NOT_YET.events);
  const others = readSources().filter(
    ({ path }) =>
      path.startsWith("lib/") &&
      ![
        "lib/notifications/webhooks/",
        "lib/notifications/webhook-deliveries/",
        "lib/core/events/",
      ].some((folder) => path.startsWith(folder)) &&
      !path.includes("not-yet"),
  );
  const sent = WEBHOOK_EVENTS.filter((event) =>
    others.some(({ text }) => text.includes(`"${event}"`)),
  );
  expect(WEBHOOK_EVENTS.filter((event) => !sent.includes(event))).toEqual(NOT_YET.events);
});
