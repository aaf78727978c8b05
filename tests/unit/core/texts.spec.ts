import { expect, test } from "@playwright/test";
import type { z } from "zod";
import {
  digits,
  limited,
  matching,
  optionalText,
  plainText,
  text,
  words,
} from "#lib/core/fields/text.ts";

const codes = (schema: z.ZodType, given: unknown) => {
  const { error } = schema.safeParse(given);
  return error?.issues.map(({ message }) => message) ?? [];
};

test("a text has so many characters, an emoji being one, and none that cannot be stored", () => {
  const three = limited(3);
  for (const given of ["", "abc", "🙂🙂🙂", "aé🙂"]) expect(codes(three, given), given).toEqual([]);
  for (const given of ["abcd", "🙂🙂🙂🙂", "abc🙂", "abcdefg"])
    expect(codes(three, given), given).toEqual(["too_long"]);
  for (const given of ["a\0", "\ud800", "\udc00a"])
    expect(codes(three, given)).toEqual(["bad_characters"]);
});

test("what is left out of a text means not given, null, or an empty one, as the field has it", () => {
  for (const [given, plain, optional, simple] of [
    ["a", "a", "a", "a"],
    ["", undefined, null, ""],
    [null, undefined, null, ""],
    [undefined, undefined, undefined, undefined],
  ]) {
    expect(text(5).parse(given)).toBe(plain);
    expect(optionalText(5).parse(given)).toBe(optional);
    expect(plainText(5).parse(given)).toBe(simple);
  }
  expect(codes(text(5), " ")).toEqual(["blank"]);
  expect(codes(optionalText(5), " ")).toEqual([]);
});

test("a pattern is that of the whole text", () => {
  const letters = matching(5, "[a-z]+", "digits");
  for (const given of ["abc", ""]) expect(codes(letters, given)).toEqual([]);
  for (const given of ["1abc", "abc1", "a1c", "abc\n"])
    expect(codes(letters, given)).toEqual(["digits"]);
  expect(codes(letters, "abcdef")).toEqual(["too_long"]);
  expect([digits(3).parse("012"), digits(3).parse("")]).toEqual(["012", undefined]);
});

test("words are unique, none is empty, and there are a hundred at most", () => {
  expect(words(3).parse(["a", "", "b", "a"])).toEqual(["a", "b"]);
  expect(words(3).parse([])).toEqual([]);
  expect(words(3).parse(null)).toBeUndefined();
  expect(words(3).safeParse(Array(100).fill("a")).success).toBe(true);
  expect(words(3).safeParse(Array(101).fill("a")).success).toBe(false);
  expect(words(3).safeParse(["abcd"]).success).toBe(false);
});
