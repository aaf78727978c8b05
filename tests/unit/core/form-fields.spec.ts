import { expect, test } from "@playwright/test";
import {
  fieldsIn,
  flagIn,
  idsIn,
  listIn,
  numberIn,
  secretIn,
  textIn,
  valuesOf,
} from "#lib/core/forms/read.ts";

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test("a form gives the fields that it has, each as what it is, and no others", () => {
  const form = formOf([
    ["name", "Shop"],
    ["parent_id", "7"],
    ["private", "false"],
    ["private", "true"],
    ["auto_notify", "false"],
    ["service_ids", ""],
    ["service_ids", "3"],
    ["hosts", ""],
    ["hosts", "a.example"],
    ["options.method", "GET"],
    ["options.headers.accept", "text/html"],
  ]);
  const readers = {
    name: textIn,
    description: textIn,
    parent_id: numberIn,
    private: flagIn,
    auto_notify: flagIn,
    auto_incident: flagIn,
    service_ids: idsIn,
    hosts: listIn,
    "options.method": textIn,
    "options.headers.accept": textIn,
  };
  expect(fieldsIn(form, readers)).toEqual({
    name: "Shop",
    parent_id: 7,
    private: true,
    auto_notify: false,
    service_ids: [3],
    hosts: ["a.example"],
    options: { method: "GET", headers: { accept: "text/html" } },
  });
});

test("a number that is none is left for the schema to refuse, an empty one is null", () => {
  expect(numberIn(formOf([["order", "many"]]), "order")).toBe("many");
  expect(numberIn(formOf([["order", " "]]), "order")).toBeNull();
});

test("a secret stays unless something is typed or its removal asked for, and is never repeated", () => {
  const untouched = formOf([
    ["token", ""],
    ["token.secret", ""],
  ]);
  expect(fieldsIn(untouched, { token: secretIn })).toEqual({});
  const typed = formOf([
    ["token", "s3cret"],
    ["token.secret", ""],
    ["name", "Hook"],
  ]);
  expect(fieldsIn(typed, { token: secretIn })).toEqual({ token: "s3cret" });
  expect(valuesOf(typed)).toEqual({ "token.secret": [""], name: ["Hook"] });
  typed.set("token.remove", "1");
  expect(fieldsIn(typed, { token: secretIn })).toEqual({ token: null });
});
