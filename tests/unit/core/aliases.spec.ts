import { expect, test } from "@playwright/test";
import { z } from "zod";
import { aliasOf, canonicalNames, withAliases } from "#lib/core/fields/aliases.ts";

test("a record gets no field from a key `__proto__`", () => {
  const record = canonicalNames(JSON.parse('{"tweet": true, "__proto__": {"title": "x"}}'));
  expect(z.object({ title: z.string().optional() }).parse(record)).toEqual({});
});

const AGREEING: [record: unknown, canonical: unknown][] = [
  [{ tweet: true }, { social_post: true }],
  [{ social_post: true }, { social_post: true }],
  [
    { title: "a", tweet: false },
    { title: "a", social_post: false },
  ],
  [{ tweet: true, social_post: true }, { social_post: true }],
  [{ tweet: false, social_post: null }, { social_post: false }],
  [{ tweet: null, social_post: false }, { social_post: false }],
  [
    { twitter_public_screen_name: "", social_public_screen_name: null },
    { social_public_screen_name: null },
  ],
  [{ updates: [{ tweet: true }, "x", null] }, { updates: [{ social_post: true }, "x", null] }],
  [{ updates: "x" }, { updates: "x" }],
  [["tweet"], ["tweet"]],
  [null, null],
  ["tweet", "tweet"],
];

test("either name of a field is read, and both where they agree or one says nothing", () => {
  for (const [record, canonical] of AGREEING) expect(canonicalNames(record)).toEqual(canonical);
});

const CONTRADICTING: [record: object, path: string, alias: string][] = [
  [{ tweet: true, social_post: false }, "social_post", "tweet"],
  [{ social_post: true, tweet: null }, "social_post", "tweet"],
  [{ updates: [{}, { tweet: true, social_post: false }] }, "updates.1.social_post", "tweet"],
];

test("two names that contradict each other are refused, with where they stand", () => {
  for (const [record, path, alias] of CONTRADICTING)
    expect(() => canonicalNames(record)).toThrow(
      expect.objectContaining({
        fields: { [path]: [{ code: "alias_conflict", values: { alias } }] },
      }),
    );
});

test("an answer has each field under both names, one level deep and in its updates", () => {
  const update = { social_post: true };
  const named = { social_post: true, tweet: true };
  expect(withAliases({ incident: { title: "a", ...update, updates: [update] }, n: 1 })).toEqual({
    incident: { title: "a", ...named, updates: [named] },
    n: 1,
  });
  expect(withAliases({ incidents: [update, null] })).toEqual({ incidents: [named, null] });
  expect([aliasOf("social_post"), aliasOf("title")]).toEqual(["tweet", undefined]);
});
