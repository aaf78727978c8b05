import { expect, test } from "@playwright/test";
import { isSame, removesText, sameAsBefore } from "#lib/core/transaction/outcome.ts";

const TEXTS: [before: object, after: object, removes: boolean][] = [
  [{ title: "Down" }, { title: "Down" }, false],
  [{ title: "Down" }, { title: "Down again" }, false],
  [{ title: "Down" }, { title: "It is Down" }, false],
  [{ title: "Down" }, { title: "Dow" }, true],
  [{ title: "Down" }, { title: "" }, true],
  [{ title: "Down" }, { title: null }, true],
  [{ title: "Down" }, {}, true],
  [{ title: "" }, { title: null }, false],
  [{ title: null }, { title: "Down" }, false],
  [{ key: "a" }, { key: "b" }, false],
  [{ name: "a", key: "a" }, { name: "a", key: "b" }, false],
  [{ name: "a", title: "a" }, { name: "a", title: "b" }, true],
  [{ translations: { de: { name: "a" } } }, { translations: { de: { name: "ab" } } }, false],
  [{ translations: { de: { name: "a" } } }, { translations: { de: { name: "b" } } }, true],
  [{ translations: { de: { name: "a" } } }, { translations: { fr: { name: "a" } } }, true],
  [{ translations: { de: { name: "a" } } }, { translations: null }, true],
  [{ translations: null }, { translations: { de: { name: "a" } } }, false],
  [{ translations: { de: { key: "a" } } }, { translations: {} }, true],
];
const FIELDS = ["name", "title", "description", "postmortem", "reason", "unit", "about"];
const PAGE_FIELDS = ["public_company_name", "header_logo_text", "custom_header", "custom_footer"];

for (const [before, after, removes] of TEXTS)
  test(`${JSON.stringify(before)} to ${JSON.stringify(after)} ${removes ? "takes" : "keeps"} what was read`, () => {
    expect(removesText(before, after)).toBe(removes);
  });

test("every field that people read counts", () => {
  for (const field of [...FIELDS, ...PAGE_FIELDS])
    expect(removesText({ [field]: "a" }, { [field]: "b" }), field).toBe(true);
});

test("a record is the same whenever it was written", () => {
  const one = { a: 1, inner: [{ updated_at: "x", b: 2 }], updated_at: "x" };
  expect(isSame(one, { ...one, updated_at: "y" })).toBe(true);
  expect(isSame(one, { ...one, inner: [{ updated_at: "z", b: 2 }] })).toBe(true);
  expect(isSame(one, { ...one, inner: [{ updated_at: "x", b: 3 }] })).toBe(false);
  expect(isSame({ inserted_at: "x" }, { inserted_at: "y" })).toBe(false);
  expect(isSame(undefined, undefined)).toBe(true);
});

test("a change is none where neither the answer nor what it hides is another", () => {
  const changed = { result: { a: 1 }, audit: null, events: [] as const };
  const before = { a: 1, updated_at: "x" };
  expect(sameAsBefore(changed)).toBeUndefined();
  expect(sameAsBefore({ ...changed, was: { result: before } })).toBe(before);
  expect(sameAsBefore({ ...changed, was: { result: { a: 2 } } })).toBeUndefined();
  const hiding = (after: object) => ({
    ...changed,
    was: { result: before, hidden: [{ b: 1 }, after] as const },
  });
  expect(sameAsBefore(hiding({ b: 1, updated_at: "y" }))).toBe(before);
  expect(sameAsBefore(hiding({ b: 2 }))).toBeUndefined();
});
