import { expect, test } from "@playwright/test";
import { z } from "zod";
import { canonicalNames } from "#lib/core/fields/aliases.ts";

test("a record gets no field from a key `__proto__`", () => {
  const record = canonicalNames(JSON.parse('{"tweet": true, "__proto__": {"title": "x"}}'));
  expect(z.object({ title: z.string().optional() }).parse(record)).toEqual({});
});
